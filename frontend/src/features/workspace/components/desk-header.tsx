import { Info, PanelLeft, PanelRight, Paperclip, Pencil, ZoomIn, ZoomOut } from 'lucide-react';
import { useMemo, useState, type FormEvent } from 'react';

import { classNames } from '@/components/ui/class-names';
import { EditDialog } from '@/components/ui/edit-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { Select } from '@/components/ui/select';
import type { DocumentDetail } from '@/features/documents/api/get-document';
import { DownloadMenu } from '@/features/documents/components/download-menu';
import { ParentLink } from '@/features/documents/components/parent-link';
import { PublicBadge } from '@/features/documents/components/public-badge';
import { ScanBadge } from '@/features/documents/components/scan-badge';
import { StateBadge } from '@/features/documents/components/state-badge';
import { ShareButton } from '@/features/sharing/components/share-button';
import { zoomStep, type PageInfo, type Zoom } from '@/features/viewer/model/layout';
import { hasNames, pageName, pageNamed } from '@/features/viewer/model/page-names';

import { personName } from '@/lib/people';
import { isMine, may } from '@/lib/permissions';

import type { CorpusChoices } from '../use-corpus-choice';
import type { Panels } from '../use-panels';
import styles from './desk.module.css';

interface PageBoxProps {
  page: number;
  pages: readonly PageInfo[];
  onGoTo: (page: number) => void;
}

interface DeskHeaderProps extends PageBoxProps {
  document: DocumentDetail;
  scale: number;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  corpora: CorpusChoices;
  /** the corpus that the address names */
  addressed: string | undefined;
  onCorpus: (uuid: string) => void;
  panels: Panels;
}

/** Shows where the reader is; holds what is typed until Enter. */
function PageBox({ page, pages, onGoTo }: PageBoxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const named = useMemo(() => hasNames(pages), [pages]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = pageNamed(pages, typed ?? '', page);
    if (wanted !== undefined) onGoTo(wanted);
    setTyped(null);
  };
  return (
    <form className={styles['pageBox']} onSubmit={submit}>
      <input
        aria-label={`Page, of ${pages.length}`}
        inputMode={named ? 'text' : 'numeric'}
        value={typed ?? pageName(pages, page)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => setTyped(null)}
      />
      <span>
        {named && `(${page.toLocaleString('en')}) `}of {pages.length.toLocaleString('en')}
      </span>
    </form>
  );
}

function ZoomControls({ scale, zoom, onZoom }: Pick<DeskHeaderProps, 'scale' | 'zoom' | 'onZoom'>) {
  const percent = `${Math.round(scale * 100)} %`;
  return (
    <div className={classNames(styles['group'], styles['zoomGroup'])} role="group" aria-label="Zoom">
      <IconButton label="Zoom out" icon={<ZoomOut />} onClick={() => onZoom(zoomStep(scale, -1))} />
      <button
        type="button"
        data-hint={zoom === 'fit' ? 'Actual size' : 'Fit the width'}
        className={styles['zoom']}
        aria-label={zoom === 'fit' ? `${percent}, fits the width. Show the actual size` : `${percent}. Fit the width`}
        onClick={() => onZoom(zoom === 'fit' ? 1 : 'fit')}
      >
        {percent}
      </button>
      <IconButton label="Zoom in" icon={<ZoomIn />} onClick={() => onZoom(zoomStep(scale, 1))} />
    </div>
  );
}

function CorpusSelect({ corpora, onCorpus }: Pick<DeskHeaderProps, 'corpora' | 'onCorpus'>) {
  if (corpora.choices.length === 0) return null;
  return (
    <Select
      className={styles['corpus']}
      label="Corpus the annotations belong to"
      title="Corpus the annotations belong to"
      value={corpora.chosen}
      onChange={(event) => onCorpus(event.target.value)}
    >
      {corpora.choices.map((corpus) => (
        <option key={corpus.uuid} value={corpus.uuid}>
          {corpus.title}
          {!may(corpus, 'ANNOTATE') && ' (to look at)'}
        </option>
      ))}
    </Select>
  );
}

function Rename({ document: { uuid, title, version } }: { document: DocumentDetail }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Rename" icon={<Pencil />} onClick={() => setOpen(true)} />
      {open && (
        <EditDialog
          title="Rename the document"
          confirm="Rename"
          path={`/api/v1/documents/${uuid}`}
          affected={[['document', uuid], ['documents'], ['corpus-documents'], ['folder-documents']]}
          version={version}
          fields={[{ name: 'title', label: 'Title', value: title, most: 300 }]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

export function DeskHeader({ document, page, pages, onGoTo, corpora, addressed, onCorpus, panels, ...zooming }: DeskHeaderProps) {
  return (
    <header className={styles['header']}>
      <IconButton label="Outline" icon={<PanelLeft />} pressed={panels.left === 'outline'} onClick={() => panels.toggleLeft('outline')} />
      {(document.childCount > 0 || document.parent) && (
        <IconButton label="Found inside" icon={<Paperclip />} pressed={panels.left === 'inside'} onClick={() => panels.toggleLeft('inside')} />
      )}
      <div className={styles['title']}>
        <h1 title={document.title}>{document.title}</h1>
        {may(document, 'EDIT') && <Rename document={document} />}
        <ParentLink document={document} corpus={addressed} className="muted small truncate" />
        {document.state !== 'READY' && <StateBadge state={document.state} />}
        <ScanBadge document={document} />
        {document.isPublic && <PublicBadge />}
        {!isMine(document) && <span className="muted small truncate">by {personName(document.owner)}</span>}
      </div>
      <PageBox page={page} pages={pages} onGoTo={onGoTo} />
      <ZoomControls {...zooming} />
      <CorpusSelect corpora={corpora} onCorpus={onCorpus} />
      {corpora.me && <ShareButton size="small" subject={{ kind: 'document', uuid: document.uuid, title: document.title }} thing={document} />}
      <DownloadMenu document={document} />
      <IconButton label="Details" icon={<Info />} pressed={panels.left === 'details'} onClick={() => panels.toggleLeft('details')} />
      <IconButton label="Annotations" icon={<PanelRight />} pressed={panels.right} onClick={panels.toggleRight} />
    </header>
  );
}
