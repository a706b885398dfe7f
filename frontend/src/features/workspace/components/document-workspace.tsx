import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileX2 } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState, type ComponentProps, type RefObject } from 'react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { annotationsOptions, arrivingOptions } from '@/features/annotations/api/list-annotations';
import { NoteDialog, useWaitingNotes } from '@/features/annotations/components/note-dialog';
import type { Annotation } from '@/features/annotations/model/annotation';
import { useAnnotatorState } from '@/features/annotations/model/annotator-store';
import { useAnnotationEdits, type AnnotationEdits } from '@/features/annotations/use-annotation-edits';
import { useAnnotationFilter } from '@/features/annotations/use-annotation-filter';
import { useUndoKeys } from '@/features/annotations/use-undo-keys';
import { useWords } from '@/features/annotations/use-words';
import { documentOptions, type DocumentDetail } from '@/features/documents/api/get-document';
import { hasStatus } from '@/features/documents/model/state';
import { EditQueueContext, openQueue } from '@/features/edits/edit-queue';
import { useSendEdits } from '@/features/edits/use-send-edits';
import { pagesOptions } from '@/features/viewer/api/page-list';
import { pageOfText, type PageInfo } from '@/features/viewer/model/layout';
import { usePdf } from '@/features/viewer/pdf-document';
import type { StackHandle } from '@/features/viewer/use-scroll';
import { isNotFound } from '@/lib/errors';
import { lazyComponent, lazyDialog, lazyPart } from '@/lib/lazy-part';
import { useShortcuts } from '@/lib/shortcuts';
import { useTitle } from '@/lib/title';
import { showToast } from '@/lib/toasts';
import { useIdle } from '@/lib/use-idle';

import { versionOf } from '../api/open-document';
import { DocumentContext, useDocumentContext } from '../document-context';
import { EDIT_KINDS } from '../edit-kinds';
import type { DocumentLocation, WorkspaceProps } from '../location';
import { PAGE_SHORTCUTS, SUGGESTION_SHORTCUTS } from '../page-shortcuts';
import { useCorpusChoice, type SelectedCorpus } from '../use-corpus-choice';
import { revealAnnotation, useDeepLink, type SearchHit } from '../use-deep-link';
import { useDefinitions } from '../use-definitions';
import { useDocumentFind, useSimilarSearch } from '../use-document-find';
import { usePageView, type PageView } from '../use-page-view';
import { usePanels, type Panels } from '../use-panels';
import { useViewCommands, VIEW_SHORTCUTS } from '../view-commands';
import { AnnotationsSide } from './annotations-side';
import { DocumentHeader } from './document-header';
import { DocumentSkeleton } from './document-skeleton';
import styles from './document-view.module.css';
import { Pages } from './pages';
import { SidePanelRoom } from './side-panel';

// Loads a document and its list of pages.

const NO_PAGES: readonly PageInfo[] = [];

function useDocument(uuid: string) {
  const document = useQuery(documentOptions(uuid));
  const version = document.data ? versionOf(document.data) : '';
  const pages = useQuery({
    ...pagesOptions(uuid, version),
    enabled: document.data !== undefined && document.data.pageCount > 0,
    placeholderData: keepPreviousData,
  });
  return { document, version, pages: pages.data ?? NO_PAGES, pagesFailed: pages.isError ? pages.error : null };
}

const DocumentWithoutPages = lazy(async () => ({ default: (await import('./document-without-pages')).DocumentWithoutPages }));

// What buttons, menu and keys do with the view of a document: besides the pages' own, text view, thumbnails and printing.

interface ViewActionsOptions extends Pick<WorkspaceProps, 'location' | 'onLocation'> {
  view: PageView;
  panels: Panels;
  stack: RefObject<StackHandle | null>;
  startPage: number;
  currentPage: number;
}

interface Place {
  startPage: number;
  startOffset: number;
}

/** Return where the text starts if the pages were shown, and the pages if the text was: at the place that was read last. */
function usePlace(isText: boolean, { startPage, currentPage }: Pick<ViewActionsOptions, 'startPage' | 'currentPage'>) {
  const [left, setLeft] = useState<Place | null>(null);
  const [shown, setShown] = useState({ isText, place: { startPage, startOffset: 0 } });
  if (shown.isText !== isText) {
    const isNear = left !== null && Math.abs(left.startPage - currentPage) <= 1;
    setShown({ isText, place: isNear ? left : { startPage: currentPage, startOffset: 0 } });
  }
  return [shown.place, setLeft] as const;
}

function useViewActions({ view, panels, stack, startPage, currentPage, location, onLocation }: ViewActionsOptions) {
  const isText = location.view === 'text';
  const [place, setLeft] = usePlace(isText, { startPage, currentPage });
  const [printing, setPrinting] = useState(false);
  const [isAnalyzing, setAnalyzing] = useState(false);
  const [hidesAnnotations, setHidden] = useState(false);
  const toggleAnnotations = () => {
    setHidden(!hidesAnnotations);
    if (!hidesAnnotations) showToast({ text: t`The annotations are hidden on the pages.`, action: { label: t`Show`, run: () => setHidden(false) } });
  };
  const actions = {
    ...view,
    isText,
    place,
    printing,
    hidesAnnotations,
    toggleAnnotations,
    toggleText: () => {
      const now = stack.current?.place();
      setLeft(now ? { startPage: now.index + 1, startOffset: now.fraction } : null);
      onLocation({ view: isText ? undefined : 'text' });
    },
    toggleThumbnails: () => panels.toggleLeft('pages'),
    toggleQuestions: () => panels.toggleLeft('ask'),
    print: () => setPrinting(true),
    isAnalyzing,
    analyze: () => setAnalyzing(true),
    endAnalyze: useCallback(() => setAnalyzing(false), []),
    endPrint: useCallback(() => setPrinting(false), []),
  };
  useViewCommands(actions);
  return actions;
}

// The current page. The URL follows with a delay, and without an entry in the browser's history for each page.

/** longer than it takes to draw a page, which a change of the URL would delay */
const DELAY_MS = 500;

interface CurrentPageOptions {
  startPage: number;
  /** the page in the URL */
  pageInUrl: number | undefined;
  onLocation: WorkspaceProps['onLocation'];
  goToPage: (page: number) => void;
}

function useCurrentPage({ startPage, pageInUrl, onLocation, goToPage }: CurrentPageOptions) {
  const [page, setPage] = useState(startPage);
  const lastInUrl = useRef(pageInUrl);
  useEffect(() => {
    if (page === (lastInUrl.current ?? startPage)) return;
    const timer = setTimeout(() => {
      lastInUrl.current = page;
      onLocation({ page }, true);
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [page, startPage, onLocation]);
  // The URL has changed otherwise: by the browser's back button or by a link.
  useEffect(() => {
    if (pageInUrl === undefined || pageInUrl === lastInUrl.current) return;
    lastInUrl.current = pageInUrl;
    goToPage(pageInUrl);
  }, [pageInUrl, goToPage]);
  return [page, setPage] as const;
}

const CommentCounts = lazyComponent(async () => (await import('@/features/comments/components/comment-counts')).CommentCounts);

/** Loads the numbers of comments on the annotations after the document. */
function LazyCommentCounts({ wanted }: { wanted: boolean }) {
  const idle = useIdle();
  const { document, corpus } = useDocumentContext();
  return wanted && idle && corpus.me && !corpus.joins ? <CommentCounts corpusId={corpus.id} documentId={document.uuid} /> : null;
}

const useStatusBanner = lazyPart(() => import('./status-banner'));
const TextView = lazyComponent(async () => (await import('./text-view')).TextView);
const PrintDialog = lazyDialog(async () => (await import('./print-dialog')).PrintDialog, ({ onClose }) => onClose());
const FindBar = lazyComponent(async () => (await import('@/features/find/components/find-bar')).FindBar);
const LeftPanel = lazyComponent(async () => (await import('./left-panel')).LeftPanel, <SidePanelRoom />);
const DocumentAnalyzersDialog = lazyDialog(async () => (await import('@/features/analyses/components/document-analyzers-dialog')).DocumentAnalyzersDialog, ({ onClose }) => onClose());
const EqualPassagesDialog = lazyDialog(async () => (await import('./equal-passages-dialog')).EqualPassagesDialog, () => useAnnotatorState.getState().setRepeated(null));

interface DocumentViewProps extends Omit<WorkspaceProps, 'uuid'> {
  document: DocumentDetail;
  version: string;
  pages: readonly PageInfo[];
}

const NO_ANNOTATIONS: readonly Annotation[] = [];

const Printing = ({ isOpen, isReady, ...props }: ComponentProps<typeof PrintDialog> & Record<'isOpen' | 'isReady', boolean>) => isOpen && isReady && <PrintDialog {...props} />;

function useSearchHit({ from, to }: DocumentLocation): SearchHit | null {
  return useMemo(() => (from !== undefined && to !== undefined && to > from ? { from, to } : null), [from, to]);
}

function useAnnotations({ uuid: documentId, title }: DocumentDetail, { id: corpusId, joins }: SelectedCorpus) {
  const target = useMemo(() => ({ documentId, corpusId, joins }), [documentId, corpusId, joins]);
  const options = annotationsOptions(documentId, corpusId);
  const { data, isLoading, error, refetch } = useQuery({ ...options, enabled: corpusId !== '' });
  const { data: arriving = NO_ANNOTATIONS } = useQuery(arrivingOptions(documentId, corpusId));
  const isLoaded = data !== undefined;
  const failure = error && !isLoaded ? { error, retry: () => void refetch() } : null;
  const queue = useSendEdits({ documentId, corpusId, title, mutationKey: options.queryKey, kinds: EDIT_KINDS, isReady: isLoaded });
  useEffect(() => openQueue(queue), [queue]);
  return { annotations: useWaitingNotes(data ?? arriving, queue), isLoaded, isArriving: isLoading, failure, queue, edits: useAnnotationEdits(target, queue) };
}

function startPageOf({ page, from }: DocumentLocation, pages: readonly PageInfo[]): number {
  const start = page ?? (from === undefined ? 1 : (pageOfText(pages, from) ?? 1));
  return Math.min(pages.length, start);
}

function AnnotationDialogs({ annotations, isLoaded, edits }: { annotations: readonly Annotation[]; isLoaded: boolean; edits: AnnotationEdits }) {
  const repeated = useAnnotatorState((state) => state.repeated);
  return (
    <>
      <NoteDialog {...{ annotations, isLoaded, edits }} />
      {repeated && isLoaded && <EqualPassagesDialog key={repeated.uuid} annotation={repeated} annotations={annotations} edits={edits} />}
    </>
  );
}

function AnalyzersDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { document, corpus } = useDocumentContext();
  return isOpen && <DocumentAnalyzersDialog corpusId={corpus.id} documentIds={[document.uuid]} onClose={onClose} />;
}

function DefinitionCards() {
  const { document, pages, words, corpus, definitions } = useDocumentContext();
  if (!definitions) return null;
  const { parts, count, onGo } = definitions;
  return <parts.DefinitionHost {...{ pages, words, count, onGo }} corpusId={corpus.id} documentId={document.uuid} />;
}

/** Return the annotations that are drawn on the pages: only the selected one, if they are hidden. */
function useDrawn(annotations: readonly Annotation[], active: Annotation | undefined, isHidden: boolean): readonly Annotation[] {
  const selected = useMemo(() => (active ? [active] : []), [active]);
  return isHidden ? selected : annotations;
}

/** A document: its pages, the outline on the left, the annotations on the right. */
function DocumentView({ document, version, pages, location, onLocation }: DocumentViewProps) {
  useShortcuts(PAGE_SHORTCUTS);
  useShortcuts(SUGGESTION_SHORTCUTS);
  useShortcuts(VIEW_SHORTCUTS);
  const stack = useRef<StackHandle>(null);
  const panels = usePanels(document.attachmentCount > 0 || document.parent !== null, location, onLocation);
  const corpus = useCorpusChoice(document, location.corpus);
  const { annotations, isLoaded, isArriving, failure, queue, edits } = useAnnotations(document, corpus);
  const filters = useAnnotationFilter(annotations, location, (change) => onLocation(change, true));
  useUndoKeys(edits, { documentId: document.uuid, corpusId: corpus.id });
  const words = useWords(pages, version);
  const drawing = usePdf(document.pdfUrl, document.size);
  const view = usePageView({ documentId: document.uuid, username: corpus.me?.username ?? '', pages, stack });
  const { measure, ready, layout } = view;
  const [startPage] = useState(() => startPageOf(location, pages));
  const goToPage = useCallback(
    (page: number, points = 0) => {
      const number = Math.min(pages.length, Math.max(1, page));
      stack.current?.goToPage(number, points / (pages[number - 1]?.height ?? 1));
    },
    [pages],
  );
  const [currentPage, setCurrentPage] = useCurrentPage({ startPage, pageInUrl: location.page, onLocation, goToPage });
  const [showUncertain, setShowUncertain] = useState(false);
  const { isText, place, ...actions } = useViewActions({ view, panels, stack, currentPage, startPage, location, onLocation });
  const statusBanner = useStatusBanner(hasStatus(document));
  const find = useDocumentFind({ documentId: document.uuid, version, currentPage, words, stack, location, onLocation });
  const showSimilar = useSimilarSearch(document.uuid, words);
  const definitions = useDefinitions({ annotations, isOn: view.linksTerms, onLocation, pages, words, stack });
  const hit = useSearchHit(location);
  const active = annotations.find(({ uuid }) => uuid === location.annotation);
  useDeepLink({ pages, words, hit, annotation: active, stack });
  const drawn = useDrawn(filters.shown, active, actions.hidesAnnotations);

  const show = (annotation: Annotation) => {
    onLocation({ annotation: annotation.uuid });
    void revealAnnotation(annotation, { words, stack });
  };
  const activate = (annotation: string | undefined) => annotation !== location.annotation && onLocation({ annotation }, true);
  const selectCorpus = (uuid: string) => onLocation({ corpus: uuid, annotation: undefined });
  return (
    <EditQueueContext value={queue}>
      <DocumentContext value={{ document, version, pages, words, drawing, corpus, corpusInUrl: location.corpus, currentPage, definitions, goToPage }}>
        <div className={styles['view']}>
          <DocumentHeader view={actions} isText={isText} onCorpus={selectCorpus} panels={panels} />
          {statusBanner && <statusBanner.StatusBanner document={document} />}
          <div className={styles['body']} data-paper={view.paper}>
            {panels.left && <LeftPanel {...{ panels, onLocation }} annotations={filters.shown} thread={location.thread} conversation={location.conversation} turns={view.turns} showUncertain={showUncertain} onShowUncertain={setShowUncertain} />}
            <div ref={measure} className={styles['pages']}>
              {find.isOpen && <FindBar find={find} onClose={() => find.setOpen(false)} />}
              {isText && <TextView {...{ find, stack, ...place, active }} annotations={drawn} onReview={edits.review} onPage={setCurrentPage} onPages={actions.toggleText} onActivate={activate} />}
              {ready && !isText && <Pages {...{ find, onSimilar: showSimilar, layout, stack, ...place, edits, active, hit, showUncertain }} paper={view.paper} annotations={drawn} onZoom={view.onZoom} onPage={setCurrentPage} onActivate={activate} />}
            </div>
            {panels.right && (
              <AnnotationsSide {...{ annotations, isLoaded, isArriving, failure, filters, edits }} active={location.annotation} panels={panels} onShow={show} onCorpus={selectCorpus} />
            )}
            <AnalyzersDialog isOpen={actions.isAnalyzing} onClose={actions.endAnalyze} />
            <Printing isOpen={actions.printing} isReady={!isArriving && !failure} annotations={filters.shown} turns={view.turns} onClose={actions.endPrint} />
            <AnnotationDialogs {...{ annotations, isLoaded, edits }} />
            <DefinitionCards />
            <LazyCommentCounts wanted={annotations.length > 0} />
          </div>
        </div>
      </DocumentContext>
    </EditQueueContext>
  );
}

export function DocumentWorkspace({ uuid, location, onLocation }: WorkspaceProps) {
  const { document, version, pages, pagesFailed } = useDocument(uuid);
  useTitle(document.data?.title);
  if (document.isPending) return <DocumentSkeleton />;
  if (document.isError && isNotFound(document.error)) {
    return (
      <Notice alone icon={<FileX2 />} title={t`Document not found`}>
        {t`It may have been deleted, or you may not have access.`}
      </Notice>
    );
  }
  if (document.isError) return <ErrorNotice alone title={t`The document could not be loaded`} error={document.error} onRetry={() => void document.refetch()} />;
  // Failed processing can leave pages behind, but no PDF to draw them from.
  const isUnusable = document.data.state === 'FAILED' && document.data.pdfUrl === null;
  if (pages.length === 0 || isUnusable) {
    return (
      <Suspense fallback={<DocumentSkeleton />}>
        <DocumentWithoutPages document={document.data} error={pagesFailed} />
      </Suspense>
    );
  }
  return <DocumentView key={uuid} document={document.data} version={version} pages={pages} location={location} onLocation={onLocation} />;
}
