import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, type ComponentProps } from 'react';

import { annotationsOptions, arrivingOptions } from '@/features/annotations/api/list-annotations';
import { NoteDialog } from '@/features/annotations/components/note-dialog';
import type { Annotation } from '@/features/annotations/model/annotation';
import { useAnnotatorState } from '@/features/annotations/model/annotator-store';
import { useAnnotationEdits, type AnnotationEdits } from '@/features/annotations/use-annotation-edits';
import { EditQueueContext, openQueue } from '@/features/edits/edit-queue';
import { useSendEdits } from '@/features/edits/use-send-edits';
import { useAnnotationFilter } from '@/features/annotations/use-annotation-filter';
import { useWaitingNotes } from '@/features/annotations/use-waiting-notes';
import { useUndoKeys } from '@/features/annotations/use-undo-keys';
import { useWords } from '@/features/annotations/use-words';
import type { DocumentDetail } from '@/features/documents/api/get-document';
import { hasStatus } from '@/features/documents/model/state';
import { pageOfText, type PageInfo } from '@/features/viewer/model/layout';
import { usePdf } from '@/features/viewer/pdf-document';
import type { StackHandle } from '@/features/viewer/use-scroll';
import { lazyComponent, lazyDialog, lazyPart } from '@/lib/lazy-part';
import { useShortcuts } from '@/lib/shortcuts';

import { DocumentContext, useDocumentContext } from '../document-context';
import type { DocumentLocation, WorkspaceProps } from '../location';
import { useCorpusChoice, type SelectedCorpus } from '../use-corpus-choice';
import { EDIT_KINDS } from '../edit-kinds';
import { useCurrentPage } from '../use-current-page';
import { revealAnnotation, useDeepLink, type SearchHit } from '../use-deep-link';
import { useDefinitions } from '../use-definitions';
import { PAGE_SHORTCUTS, SUGGESTION_SHORTCUTS } from '../page-shortcuts';
import { useDocumentFind, useSimilarSearch } from '../use-document-find';
import { usePageView } from '../use-page-view';
import { usePanels } from '../use-panels';
import { useViewActions } from '../use-view-actions';
import { VIEW_SHORTCUTS } from '../view-commands';
import { AnnotationsSide } from './annotations-side';
import { DocumentHeader } from './document-header';
import styles from './document-view.module.css';
import { LazyCommentCounts } from './lazy-comment-counts';
import { Pages } from './pages';
import { SidePanelRoom } from './side-panel';

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
export function DocumentView({ document, version, pages, location, onLocation }: DocumentViewProps) {
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
