import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';

import { annotationsOptions } from '@/features/annotations/api/list-annotations';
import { AnnotationPanel } from '@/features/annotations/components/annotation-panel';
import type { Annotation } from '@/features/annotations/model/annotation';
import { useAnnotationEdits } from '@/features/annotations/use-annotation-edits';
import { useWords } from '@/features/annotations/use-words';
import type { DocumentDetail } from '@/features/documents/api/get-document';
import { layoutPages, scaleFor, type PageInfo, type Zoom } from '@/features/viewer/model/layout';
import type { StackHandle } from '@/features/viewer/use-scroll';
import { useKeyHelp } from '@/lib/keys';

import { PAGE_KEYS } from '../page-keys';
import type { Place, WorkspaceProps } from '../place';
import { pageOfText } from '../text-place';
import { useArrival, revealAnnotation, type Hit } from '../use-arrival';
import { useCorpusChoice, type CorpusChoices } from '../use-corpus-choice';
import { useCurrentPage } from '../use-current-page';
import { usePanels } from '../use-panels';
import { useWidth } from '../use-width';
import { Banner } from './banner';
import { DeskHeader } from './desk-header';
import styles from './desk.module.css';
import { LeftPanel } from './left-panel';
import { Pages } from './pages';
import { SidePanel } from './side-panel';

interface DeskProps extends Omit<WorkspaceProps, 'uuid'> {
  document: DocumentDetail;
  version: string;
  pages: readonly PageInfo[];
}

const NONE: readonly Annotation[] = [];

function useHit({ from, to }: Place): Hit | null {
  return useMemo(() => (from !== undefined && to !== undefined && to > from ? { from, to } : null), [from, to]);
}

function useAnnotations(documentId: string, { chosen: corpusId, joins }: CorpusChoices) {
  const where = useMemo(() => ({ documentId, corpusId, joins }), [documentId, corpusId, joins]);
  const { data } = useQuery({ ...annotationsOptions(documentId, corpusId), enabled: corpusId !== '' });
  return { annotations: data ?? NONE, edits: useAnnotationEdits(where) };
}

function useZoom(pages: readonly PageInfo[]) {
  const [measure, width] = useWidth();
  const [zoom, setZoom] = useState<Zoom>('fit');
  const scale = scaleFor(zoom, pages, width);
  const layout = useMemo(() => layoutPages(pages, scale), [pages, scale]);
  return { measure, ready: width > 0, zoom, setZoom, layout };
}

function startOf({ page, from }: Place, pages: readonly PageInfo[]): number {
  const wanted = page ?? (from === undefined ? 1 : (pageOfText(pages, from) ?? 1));
  return Math.min(pages.length, wanted);
}

/** The document on the desk: pages in the middle, its outline on the left, what is said about it on the right. */
export function Desk({ document, version, pages, place, onPlace }: DeskProps) {
  useKeyHelp(PAGE_KEYS);
  const stack = useRef<StackHandle>(null);
  const panels = usePanels(document.childCount > 0 || document.parent !== null);
  const corpora = useCorpusChoice(document, place.corpus);
  const { annotations, edits } = useAnnotations(document.uuid, corpora);
  const words = useWords(pages, version);
  const { measure, ready, zoom, setZoom, layout } = useZoom(pages);
  const [startPage] = useState(() => startOf(place, pages));
  const goToPage = useCallback(
    (page: number, points = 0) => {
      const number = Math.min(pages.length, Math.max(1, page));
      stack.current?.goToPage(number, points / (pages[number - 1]?.height ?? 1));
    },
    [pages],
  );
  const [page, setPage] = useCurrentPage({ start: startPage, addressed: place.page, onPlace, goToPage });
  const [unsure, setUnsure] = useState(false);
  const hit = useHit(place);
  const lit = annotations.find(({ uuid }) => uuid === place.annotation);
  const { editable, removable, why } = corpora;
  useArrival({ pages, words, hit, lit, stack });

  const show = (annotation: Annotation) => {
    onPlace({ annotation: annotation.uuid });
    void revealAnnotation(annotation, { words, stack });
  };
  const light = (annotation: string | undefined) => annotation !== place.annotation && onPlace({ annotation }, true);
  return (
    <div className={styles['desk']}>
      <DeskHeader
        document={document}
        pages={pages}
        page={page}
        onGoTo={goToPage}
        scale={layout.scale}
        zoom={zoom}
        onZoom={setZoom}
        corpora={corpora}
        addressed={place.corpus}
        onCorpus={(corpus) => onPlace({ corpus, annotation: undefined })}
        panels={panels}
      />
      <Banner document={document} />
      <div className={styles['body']}>
        <LeftPanel {...{ document, version, panels, pages, page, unsure }} corpus={place.corpus} onGoTo={goToPage} onUnsure={setUnsure} />
        <div ref={measure} className={styles['pages']}>
          {ready && (
            <Pages
              {...{ pages, layout, version, words, annotations, edits, lit, hit, editable, removable, stack, startPage }}
              documentId={document.uuid}
              corpusId={corpora.chosen}
              me={corpora.me}
              pdfUrl={document.pdfUrl}
              thumbnailUrl={document.thumbnailUrl}
              currentPage={page}
              onPage={setPage}
              onGoTo={goToPage}
              unsure={unsure}
              onLight={light}
            />
          )}
        </div>
        {panels.right && (
          <SidePanel side="right" title="Annotations" count={annotations.length} onClose={panels.toggleRight}>
            <AnnotationPanel
              {...{ annotations, pages, editable, removable, why }}
              lit={place.annotation}
              me={corpora.me?.username ?? ''}
              onShow={show}
              onRemove={edits.remove}
            />
          </SidePanel>
        )}
      </div>
    </div>
  );
}
