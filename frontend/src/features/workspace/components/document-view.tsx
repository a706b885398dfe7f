import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';

import { Button } from '@/components/ui/button';
import { annotationsOptions } from '@/features/annotations/api/list-annotations';
import { AnnotationPanel } from '@/features/annotations/components/annotation-panel';
import { NoteDialog } from '@/features/annotations/components/note-dialog';
import { ExportAnnotations } from '@/features/annotations/components/export-annotations';
import type { Annotation } from '@/features/annotations/model/annotation';
import { useAnnotatorState } from '@/features/annotations/model/annotator-store';
import { COMMANDS } from '@/features/annotations/model/commands';
import { useAnnotationEdits } from '@/features/annotations/use-annotation-edits';
import { useAnnotationFilter } from '@/features/annotations/use-annotation-filter';
import { useUndoKeys } from '@/features/annotations/use-undo-keys';
import { useWords } from '@/features/annotations/use-words';
import type { DocumentDetail } from '@/features/documents/api/get-document';
import { FindBar } from '@/features/find/components/find-bar';
import { layoutPages, pageOfText, scaleFor, type PageInfo, type Zoom } from '@/features/viewer/model/layout';
import type { StackHandle } from '@/features/viewer/use-scroll';
import { useShortcuts, type ShortcutGroup } from '@/lib/shortcuts';

import { DocumentContext } from '../document-context';
import type { DocumentLocation, WorkspaceProps } from '../location';
import { useCorpusChoice, type SelectedCorpus } from '../use-corpus-choice';
import { useCurrentPage } from '../use-current-page';
import { revealAnnotation, useDeepLink, type SearchHit } from '../use-deep-link';
import { useDocumentFind, useSimilarSearch } from '../use-document-find';
import { usePanels } from '../use-panels';
import { useWidth } from '@/lib/use-width';
import { DocumentHeader } from './document-header';
import styles from './document-view.module.css';
import { LeftPanel } from './left-panel';
import { Pages } from './pages';
import { SidePanel } from './side-panel';
import { StatusBanner } from './status-banner';

const EqualPassagesDialog = lazy(async () => ({ default: (await import('./equal-passages-dialog')).EqualPassagesDialog }));

interface DocumentViewProps extends Omit<WorkspaceProps, 'uuid'> {
  document: DocumentDetail;
  version: string;
  pages: readonly PageInfo[];
}

const NO_ANNOTATIONS: readonly Annotation[] = [];

const PAGE_SHORTCUTS: ShortcutGroup = {
  title: 'On the pages of a document',
  keys: [{ keys: 'Ctrl F', action: 'Find in this document' }, ...COMMANDS.map(({ keys, help }) => ({ keys, action: help }))],
};

function useSearchHit({ from, to }: DocumentLocation): SearchHit | null {
  return useMemo(() => (from !== undefined && to !== undefined && to > from ? { from, to } : null), [from, to]);
}

function useAnnotations(documentId: string, { id: corpusId, joins }: SelectedCorpus) {
  const target = useMemo(() => ({ documentId, corpusId, joins }), [documentId, corpusId, joins]);
  const { data } = useQuery({ ...annotationsOptions(documentId, corpusId), enabled: corpusId !== '' });
  return { annotations: data ?? NO_ANNOTATIONS, edits: useAnnotationEdits(target, data !== undefined) };
}

function useZoom(pages: readonly PageInfo[]) {
  const [measure, width] = useWidth();
  const [zoom, setZoom] = useState<Zoom>('fit');
  const scale = scaleFor(zoom, pages, width);
  const layout = useMemo(() => layoutPages(pages, scale), [pages, scale]);
  return { measure, ready: width > 0, zoom, setZoom, layout };
}

function startPageOf({ page, from }: DocumentLocation, pages: readonly PageInfo[]): number {
  const start = page ?? (from === undefined ? 1 : (pageOfText(pages, from) ?? 1));
  return Math.min(pages.length, start);
}

/** The reason why the user cannot annotate, and a button to annotate in their own corpus instead. */
function ReadOnlyReason({ corpus, onCorpus }: { corpus: SelectedCorpus; onCorpus: (uuid: string) => void }) {
  const { reason, alternative } = corpus;
  return (
    <>
      <p>{reason}</p>
      {alternative && (
        <Button size="small" onClick={() => onCorpus(alternative.uuid)}>
          Annotate in “{alternative.title}”
        </Button>
      )}
    </>
  );
}

/** A document: its pages, the outline on the left, the annotations on the right. */
export function DocumentView({ document, version, pages, location, onLocation }: DocumentViewProps) {
  useShortcuts(PAGE_SHORTCUTS);
  const stack = useRef<StackHandle>(null);
  const panels = usePanels(document.attachmentCount > 0 || document.parent !== null);
  const corpus = useCorpusChoice(document, location.corpus);
  const { annotations, edits } = useAnnotations(document.uuid, corpus);
  const filters = useAnnotationFilter(annotations);
  useUndoKeys(edits);
  const repeated = useAnnotatorState((state) => state.repeated);
  const setNoted = useAnnotatorState((state) => state.setNoted);
  const words = useWords(pages, version);
  const { measure, ready, zoom, setZoom, layout } = useZoom(pages);
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
  const find = useDocumentFind({ documentId: document.uuid, version, currentPage, words, stack });
  const showSimilar = useSimilarSearch(document.uuid, words);
  const hit = useSearchHit(location);
  const active = annotations.find(({ uuid }) => uuid === location.annotation);
  useDeepLink({ pages, words, hit, annotation: active, stack });

  const show = (annotation: Annotation) => {
    onLocation({ annotation: annotation.uuid });
    void revealAnnotation(annotation, { words, stack });
  };
  const activate = (annotation: string | undefined) => annotation !== location.annotation && onLocation({ annotation }, true);
  const selectCorpus = (uuid: string) => onLocation({ corpus: uuid, annotation: undefined });
  return (
    <DocumentContext value={{ document, version, pages, words, corpus, corpusInUrl: location.corpus, currentPage, goToPage }}>
      <div className={styles['view']}>
        <DocumentHeader scale={layout.scale} zoom={zoom} onZoom={setZoom} onCorpus={selectCorpus} panels={panels} />
        <StatusBanner document={document} />
        <div className={styles['body']}>
          <LeftPanel panels={panels} showUncertain={showUncertain} onShowUncertain={setShowUncertain} />
          <div ref={measure} className={styles['pages']}>
            {find.isOpen && <FindBar find={find} onClose={() => find.setOpen(false)} />}
            {ready && <Pages {...{ find, onSimilar: showSimilar, layout, stack, startPage, edits, active, hit, showUncertain }} annotations={filters.shown} onPage={setCurrentPage} onActivate={activate} />}
          </div>
          {panels.right && (
            <SidePanel
              side="right"
              title="Annotations"
              count={annotations.length}
              actions={annotations.length > 0 && <ExportAnnotations corpusId={corpus.id} documentId={document.uuid} />}
              onClose={panels.toggleRight}
            >
              <AnnotationPanel
                annotations={annotations}
                filters={filters}
                pages={pages}
                currentPage={currentPage}
                editable={corpus.editable}
                removable={corpus.removable}
                reason={<ReadOnlyReason corpus={corpus} onCorpus={selectCorpus} />}
                active={location.annotation}
                me={corpus.me?.username ?? ''}
                onShow={show}
                onNote={setNoted}
                onRemove={edits.remove}
              />
            </SidePanel>
          )}
          <NoteDialog />
          {repeated && (
            <Suspense>
              <EqualPassagesDialog key={repeated.uuid} annotation={repeated} annotations={annotations} edits={edits} />
            </Suspense>
          )}
        </div>
      </div>
    </DocumentContext>
  );
}
