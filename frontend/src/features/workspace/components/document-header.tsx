import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { ALargeSmall, GalleryVertical, Glasses, Info, MessageCircleQuestion, MessageSquare, PanelLeft, PanelRight, Paperclip, Pencil, SquareDashedMousePointer, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useMemo, useState, type FormEvent } from 'react';

import { classNames } from '@/components/ui/class-names';
import { useEditDialogPart } from '@/components/ui/edit-dialog-part';
import { IconButton } from '@/components/ui/icon-button';
import { Menu } from '@/components/ui/menu';
import { Select } from '@/components/ui/select';
import { useAnnotatorState } from '@/features/annotations/model/annotator-store';
import { useDeleteDocuments } from '@/features/documents/api/delete-document';
import { DownloadMenu } from '@/features/documents/components/download-menu';
import { ParentLink } from '@/features/documents/components/parent-link';
import { PublicBadge } from '@/features/documents/components/public-badge';
import { RenameDialog } from '@/features/documents/components/rename-dialog';
import { ScanBadge } from '@/features/documents/components/scan-badge';
import { StateBadge } from '@/features/documents/components/state-badge';
import { useAllWaitingEdits } from '@/features/edits/edit-queue';
import type { TextsEdit } from '@/features/edits/texts-kind';
import { ShareButton } from '@/features/sharing/components/share-button';
import { typedScale } from '@/features/viewer/model/layout';
import { hasLabels, hasOurPages, OUR_PAGES, pageByLabel, pageLabel } from '@/features/viewer/model/page-labels';
import { useCommands } from '@/lib/commands';
import { useAfterFirstView } from '@/lib/first-view';
import { formatNumber } from '@/lib/format';
import { lazyComponent, lazyDialog, lazyPart } from '@/lib/lazy-part';
import { isMine, may } from '@/lib/permissions';
import { displayName } from '@/lib/users';

import { useDocumentContext } from '../document-context';
import { useMayAnalyze } from '../use-may-analyze';
import type { PageView } from '../use-page-view';
import type { Panels } from '../use-panels';
import type { ViewActions } from '../view-commands';
import styles from './document-view.module.css';

/** The size of the pages; Enter sets the one that was typed. */
function ZoomControls({ view }: { view: PageView }) {
  const [typed, setTyped] = useState<string | null>(null);
  const percent = `${Math.round(view.layout.scale * 100)}%`;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const scale = typedScale(typed ?? '');
    if (scale !== undefined) view.setZoom(scale);
    setTyped(null);
  };
  return (
    <div className={classNames(styles['group'], styles['zoomGroup'])} role="group" aria-label={t`Zoom`}>
      <IconButton label={t`Zoom out`} icon={<ZoomOut />} onClick={() => view.zoomBy(-1)} />
      <form className={styles['pageBox']} onSubmit={submit}>
        <input
          aria-label={t`Zoom, in percent`}
          data-tooltip={t`Zoom in percent; w fits the width, Shift w the page`}
          inputMode="decimal"
          value={typed ?? percent}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => setTyped(null)}
        />
      </form>
      <IconButton label={t`Zoom in`} icon={<ZoomIn />} onClick={() => view.zoomBy(1)} />
    </div>
  );
}

const AddToCorpusDialog = lazyDialog(
  async () => (await import('@/features/corpora/components/add-to-corpus-dialog')).AddToCorpusDialog,
  ({ onClose }) => onClose(),
);

/** The commands of the open document that have no button on its page. */
function DocumentCommands({ onAnalyze }: { onAnalyze: () => void }) {
  const { document, corpus, corpusInUrl } = useDocumentContext();
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const mayAnalyze = useMayAnalyze();
  const leave = () => void (corpusInUrl ? navigate({ to: '/c/$uuid', params: { uuid: corpusInUrl } }) : navigate({ to: '/' }));
  const deletion = useDeleteDocuments(leave);
  useCommands(() => [
    ...(mayAnalyze ? [{ name: 'document.analyze', text: t`Run an analyzer or an action`, run: onAnalyze }] : []),
    ...(corpus.me ? [{ name: 'document.add', text: t`Add to a corpus`, run: () => setAdding(true) }] : []),
    ...(may(document, 'DELETE') ? [{ name: 'document.delete', text: t`Move to the bin`, run: () => deletion.mutate([document]) }] : []),
  ]);
  const close = () => setAdding(false);
  return isAdding && <AddToCorpusDialog documentIds={[document.uuid]} onClose={close} onAdded={close} />;
}

const useViewMenuItems = lazyPart(() => import('./view-menu-items'));

/** The menu of how the pages are shown. Its items are loaded when the pointer or the focus comes to the button. */
function ViewMenu({ view }: { view: ViewActions }) {
  const [wanted, setWanted] = useState(false);
  const parts = useViewMenuItems(wanted);
  return (
    <Menu trigger={<IconButton label={t`View`} icon={<Glasses />} />} ready={parts !== undefined} onWanted={() => setWanted(true)}>
      {parts && <parts.ViewMenuItems view={view} />}
    </Menu>
  );
}

const PresentUsers = lazyComponent(async () => (await import('@/features/presence/components/present-users')).PresentUsers);

const LATE_MS = 3_000;

/** Shows who else has the document open, some time after it was opened. */
function LazyPresentUsers() {
  const { document, corpus, words, currentPage, goToPage } = useDocumentContext();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate && corpus.me && <PresentUsers documentId={document.uuid} page={currentPage} words={words} onPage={goToPage} />;
}

interface DocumentHeaderProps {
  isText: boolean;
  view: ViewActions;
  onCorpus: (uuid: string) => void;
  panels: Panels;
}

/** The number of the current page; Enter goes to the page that was typed. */
function PageBox() {
  const { document, pages, currentPage: page, goToPage } = useDocumentContext();
  const [typed, setTyped] = useState<string | null>(null);
  const isLabelled = useMemo(() => hasLabels(pages), [pages]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const target = pageByLabel(pages, typed ?? '', page);
    if (target !== undefined) goToPage(target);
    setTyped(null);
  };
  return (
    <form className={styles['pageBox']} onSubmit={submit}>
      <input
        aria-label={t`Page, of ${pages.length}`}
        data-tooltip={hasOurPages(document.mimeType) ? OUR_PAGES : undefined}
        inputMode={isLabelled ? 'text' : 'numeric'}
        value={typed ?? pageLabel(pages, page)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => setTyped(null)}
      />
      <span>
        {isLabelled && `(${formatNumber(page)}) `}{t`of ${formatNumber(pages.length)}`}
      </span>
    </form>
  );
}

function CorpusSelect({ onCorpus }: Pick<DocumentHeaderProps, 'onCorpus'>) {
  const { corpus } = useDocumentContext();
  if (corpus.options.length === 0) return null;
  return (
    <span className={styles['corpus']} title={t`Corpus of the annotations`}>
      <span className={styles['corpusName']} aria-hidden="true">{t`Corpus`}</span>
      <Select label={t`Corpus of the annotations`} value={corpus.id} onChange={(event) => onCorpus(event.target.value)}>
        {corpus.options.map((option) => (
          <option key={option.uuid} value={option.uuid}>
            {may(option, 'ANNOTATE') ? option.title : t`${option.title} (view only)`}
          </option>
        ))}
      </Select>
    </span>
  );
}

function Rename() {
  const { document, corpus } = useDocumentContext();
  const title = useWaitingTitle();
  const [open, setOpen] = useState(false);
  const loaded = useEditDialogPart(useAfterFirstView());
  useCommands(() => [{ name: 'document.rename', text: t`Rename`, run: () => setOpen(true) }]);
  return (
    <>
      <IconButton label={t`Rename`} icon={<Pencil />} onClick={() => setOpen(true)} />
      {open && <RenameDialog document={{ ...document, title }} corpusId={corpus.joins ? undefined : corpus.id} loaded={loaded} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Return the title of the document, or the one that waits to be saved. */
function useWaitingTitle(): string {
  const { document } = useDocumentContext();
  return useAllWaitingEdits<TextsEdit>('texts').findLast(({ uuid, change }) => uuid === document.uuid && change['title'])?.change['title'] ?? document.title;
}

function Title() {
  const title = useWaitingTitle();
  return <h1 title={title}>{title}</h1>;
}

function DrawButton() {
  const { drawing, setDrawing } = useAnnotatorState();
  return <IconButton label={t`Draw a box`} icon={<SquareDashedMousePointer />} pressed={drawing} onClick={() => setDrawing(!drawing)} />;
}

/** The buttons that open comments, questions, details and annotations. */
function PanelButtons({ view, panels }: Pick<DocumentHeaderProps, 'view' | 'panels'>) {
  const { corpus } = useDocumentContext();
  return (
    <>
      {corpus.me && <IconButton label={t`Comments`} icon={<MessageSquare />} pressed={panels.left === 'comments'} onClick={() => panels.toggleLeft('comments')} />}
      <IconButton label={t`Ask`} icon={<MessageCircleQuestion />} pressed={panels.left === 'ask'} onClick={view.toggleQuestions} />
      <IconButton label={t`Details`} icon={<Info />} pressed={panels.left === 'details'} onClick={() => panels.toggleLeft('details')} />
      <IconButton label={t`Annotations`} icon={<PanelRight />} pressed={panels.right} onClick={panels.toggleRight} />
    </>
  );
}

export function DocumentHeader({ view, isText, onCorpus, panels }: DocumentHeaderProps) {
  const { document, corpus, corpusInUrl } = useDocumentContext();
  useCommands(() => [
    { name: 'panel.outline', text: t`Outline`, run: () => panels.toggleLeft('outline') },
    ...(corpus.me ? [{ name: 'panel.comments', text: t`Comments`, run: () => panels.toggleLeft('comments') }] : []),
    { name: 'panel.details', text: t`Details`, run: () => panels.toggleLeft('details') },
    { name: 'panel.annotations', text: t`Annotations`, run: panels.toggleRight },
  ]);
  return (
    <header className={styles['header']}>
      <IconButton label={t`Outline`} icon={<PanelLeft />} pressed={panels.left === 'outline'} onClick={() => panels.toggleLeft('outline')} />
      <IconButton label={t`Thumbnails`} icon={<GalleryVertical />} pressed={panels.left === 'pages'} onClick={view.toggleThumbnails} />
      {(document.attachmentCount > 0 || document.parent) && (
        <IconButton label={t`Attachments`} icon={<Paperclip />} pressed={panels.left === 'attachments'} onClick={() => panels.toggleLeft('attachments')} />
      )}
      <div className={styles['title']}>
        <Title />
        {may(document, 'EDIT') && <Rename />}
        <ParentLink document={document} corpus={corpusInUrl} className="muted small truncate" />
        {document.state !== 'READY' && <StateBadge state={document.state} />}
        <ScanBadge document={document} />
        {document.isPublic && <PublicBadge />}
        {!isMine(document) && <span className="muted small truncate">{t`by ${displayName(document.owner)}`}</span>}
      </div>
      <LazyPresentUsers />
      {corpus.editable && !isText && <DrawButton />}
      <PageBox />
      {!isText && <ZoomControls view={view} />}
      <IconButton label={t`Text view`} icon={<ALargeSmall />} pressed={isText} onClick={view.toggleText} />
      <ViewMenu view={view} />
      <CorpusSelect onCorpus={onCorpus} />
      {corpus.me && <ShareButton size="small" subject={{ kind: 'document', uuid: document.uuid, title: document.title }} object={document} />}
      <DownloadMenu document={document} corpusId={corpus.id} isMember={corpus.me !== null} />
      <PanelButtons view={view} panels={panels} />
      <DocumentCommands onAnalyze={view.analyze} />
    </header>
  );
}
