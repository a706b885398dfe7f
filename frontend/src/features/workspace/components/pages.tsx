import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';

import { Announcer } from '@/features/annotations/components/announcer';
import { PageOverlay } from '@/features/annotations/components/page-overlay';
import { PageText } from '@/features/annotations/components/page-text';
import { SelectionBar } from '@/features/annotations/components/selection-bar';
import { groupByPage, type Annotation } from '@/features/annotations/model/annotation';
import { useAnnotator, type AnnotatorOptions } from '@/features/annotations/use-annotator';
import { usePointerSelection } from '@/features/annotations/use-pointer-selection';
import { navigationOptions, type PageLink } from '@/features/viewer/api/navigation';
import { LinkLayer } from '@/features/viewer/components/link-layer';
import { PageStack, type PagePixels } from '@/features/viewer/components/page-stack';
import type { Layout, PageInfo } from '@/features/viewer/model/layout';
import { rangeRects } from '@/features/viewer/model/token-page';
import { usePdf } from '@/features/viewer/pdf-document';
import { showToast } from '@/lib/toasts';

import type { Hit } from '../use-arrival';
import styles from './desk.module.css';

interface PagesProps extends AnnotatorOptions {
  pages: readonly PageInfo[];
  layout: Layout;
  hit: Hit | null;
  startPage: number;
  pdfUrl: string | null;
  thumbnailUrl: string | null;
  onPage: (page: number) => void;
  onGoTo: (page: number) => void;
  /** words that are not sure are tinted */
  unsure: boolean;
}

const NONE: readonly Annotation[] = [];
const NO_LINKS: readonly PageLink[] = [];
const LABEL = 'Pages. Arrow keys go from word to word, Shift selects, x selects more, Enter labels.';

const onDrawError = () => showToast({ text: 'A page could not be drawn. Its words can still be read and labelled.', tone: 'danger' });

function useOverlay({ version, words, annotations, lit, hit, unsure, documentId, onGoTo }: PagesProps) {
  const links = useQuery(navigationOptions(documentId, version)).data?.links;
  const byPage = useMemo(() => groupByPage(annotations), [annotations]);
  return useCallback(
    (page: PageInfo, size: PagePixels) => (
      <>
        <PageOverlay {...{ page, size, version, words, lit, hit, unsure }} annotations={byPage.get(page.number) ?? NONE} />
        <LinkLayer page={page} links={links?.filter((link) => link.page === page.number) ?? NO_LINKS} onGoTo={onGoTo} />
      </>
    ),
    [version, words, byPage, lit, hit, unsure, links, onGoTo],
  );
}

function UndrawableNotice() {
  return (
    <p role="status" className={styles['undrawable']}>
      The pages cannot be drawn just now; their words can still be read and labelled.
    </p>
  );
}

/** The pages with everything that can be done on them. */
export function Pages(props: PagesProps) {
  const { pages, layout, words, annotations, version, currentPage, editable, stack } = props;
  const surface = useRef<HTMLDivElement>(null);
  const { annotator, labels, onKeyDown } = useAnnotator(props);
  const onTap = useCallback((position: Parameters<typeof annotator.tap>[0]) => annotator.tap(position), [annotator]);
  const pointer = usePointerSelection({ words, onTap });
  const overlay = useOverlay(props);
  const { pdf, error } = usePdf(props.pdfUrl);
  const page = pages[currentPage - 1];
  const showLine = (number: number, token: number) => {
    const tokens = words.peek(number);
    const [rect] = tokens ? rangeRects(tokens, { first: token, last: token }) : [];
    if (rect) stack.current?.reveal(number, rect);
  };
  return (
    <>
      {error !== null && <UndrawableNotice />}
      {page && <PageText page={page} version={version} annotations={annotations} onShow={showLine} onPick={() => annotator.pickLabel()} />}
      <PageStack
        pages={pages}
        pdf={pdf}
        layout={layout}
        startPage={props.startPage}
        thumbnailUrl={props.thumbnailUrl}
        handle={stack}
        surface={{ role: 'application', tabIndex: 0, 'aria-label': LABEL, onKeyDown, ...pointer }}
        surfaceRef={surface}
        onPage={props.onPage}
        onDrawError={onDrawError}
        overlay={overlay}
      >
        <SelectionBar {...{ annotator, labels, words, layout, pages, editable }} onLeave={() => surface.current?.focus({ preventScroll: true })} />
      </PageStack>
      <Announcer words={words} annotations={annotations} />
    </>
  );
}
