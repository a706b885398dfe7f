import { plural, t } from '@lingui/core/macro';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';

import { groupByPage, type Annotation } from '@/features/annotations/model/annotation';
import type { PageInfo } from '@/features/viewer/model/layout';
import { pageLabel } from '@/features/viewer/model/page-labels';
import { RenderQueue } from '@/features/viewer/model/render-queue';
import { turnedSize, turnOf, turnTransform, type Turns } from '@/features/viewer/model/turns';
import { keepPreview } from '@/features/viewer/page-previews';
import { drawPage } from '@/features/viewer/pdf-document';
import { useIdle } from '@/lib/use-idle';

import { useDocumentContext } from '../document-context';
import styles from './thumbnails.module.css';

interface ThumbnailsProps {
  annotations: readonly Annotation[];
  turns: Turns;
}

/** pixels */
const WIDTH = 132;
const MAX_HEIGHT = 190;
const CAPTION = 34;
const OVERSCAN = 2;

/** A page that cannot be drawn stays white; the page itself shows an error. */
const ignore = () => undefined;

/** Return how a page is shown as a thumbnail. */
function shownSmall(page: PageInfo, turns: Turns) {
  const turn = turnOf(turns, page.number);
  const shown = turnedSize(page, turn);
  const scale = Math.min(WIDTH / shown.width, MAX_HEIGHT / shown.height);
  return { turn, scale, width: shown.width * scale, height: shown.height * scale };
}

interface PictureProps {
  page: PageInfo;
  turns: Turns;
  queue: RenderQueue;
  wanted: boolean;
}

function Picture({ page, turns, queue, wanted }: PictureProps) {
  const { pdf } = useDocumentContext().drawing;
  const container = useRef<HTMLSpanElement>(null);
  const { turn, scale, width, height } = shownSmall(page, turns);
  const { number } = page;
  useEffect(() => {
    const element = container.current;
    if (!pdf || !element || !wanted) return;
    const draw = async (signal: AbortSignal) => {
      const canvas = await drawPage(pdf, number, scale, signal);
      element.replaceChildren(canvas);
      keepPreview(pdf, number, canvas);
    };
    return queue.add({ page: number, draw });
  }, [pdf, queue, number, scale, wanted]);
  return (
    <span className={styles['picture']} style={{ width, height }}>
      <span ref={container} className={styles['sheet']} style={{ width: page.width * scale, height: page.height * scale, transform: turnTransform(turn) }} />
    </span>
  );
}

/** The number of annotations of each page, and how dense they are compared to other pages. */
function useDensity(annotations: readonly Annotation[]) {
  return useMemo(() => {
    const numbers = new Map([...groupByPage(annotations)].map(([page, list]) => [page, list.length]));
    return { numbers, most: Math.max(1, ...numbers.values()) };
  }, [annotations]);
}

interface ThumbnailProps extends PictureProps {
  id: string;
  density: ReturnType<typeof useDensity>;
  place: { top: number; height: number };
}

function Thumbnail({ id, density, place, ...picture }: ThumbnailProps) {
  const { pages, currentPage } = useDocumentContext();
  const { number } = picture.page;
  const label = pageLabel(pages, number);
  const marks = density.numbers.get(number) ?? 0;
  const about = marks > 0 ? plural(marks, { one: '# annotation', other: '# annotations' }) : undefined;
  return (
    <div
      id={id}
      role="option"
      aria-selected={number === currentPage}
      aria-setsize={pages.length}
      aria-posinset={number}
      aria-label={[t`Page ${label}`, about].filter(Boolean).join(', ')}
      title={about}
      className={styles['page']}
      style={place}
      data-number={number}
    >
      <Picture {...picture} />
      <span className={styles['caption']}>
        <span className={styles['number']}>{label}</span>
        {marks > 0 && (
          <span className={styles['density']}>
            <span style={{ width: `${(100 * marks) / density.most}%` }} />
          </span>
        )}
      </span>
    </div>
  );
}

const STEPS: Readonly<Record<string, (page: number, last: number) => number>> = {
  ArrowDown: (page) => page + 1,
  ArrowUp: (page) => page - 1,
  PageDown: (page) => page + 5,
  PageUp: (page) => page - 5,
  Home: () => 1,
  End: (_, last) => last,
};

/** Small pictures of the pages. Those that can be seen are drawn, when the browser has nothing more urgent to do. */
export function Thumbnails({ annotations, turns }: ThumbnailsProps) {
  const { pages, currentPage, goToPage } = useDocumentContext();
  const id = useId();
  const idle = useIdle();
  const scroller = useRef<HTMLDivElement>(null);
  const [queue] = useState(() => new RenderQueue(ignore));
  const density = useDensity(annotations);
  const list = useVirtualizer({
    count: pages.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (pages[index] ? shownSmall(pages[index], turns).height : 0) + CAPTION,
    overscan: OVERSCAN,
    initialOffset: 0,
  });
  useEffect(() => list.measure(), [list, turns]);
  useEffect(() => {
    queue.setFocus(currentPage);
    list.scrollToIndex(currentPage - 1, { align: 'auto' });
  }, [list, queue, currentPage]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    goToPage(Math.min(pages.length, Math.max(1, step(currentPage, pages.length))));
  };
  const onClick = ({ target }: MouseEvent) => {
    const number = target instanceof Element && target.closest<HTMLElement>('[data-number]')?.dataset['number'];
    if (number) goToPage(Number(number));
  };
  return (
    <div
      ref={scroller}
      className={styles['scroller']}
      role="listbox"
      tabIndex={0}
      aria-label={t`Pages`}
      aria-activedescendant={`${id}-${currentPage}`}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <div role="presentation" style={{ position: 'relative', height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start, size }) => {
          const page = pages[index];
          return page && <Thumbnail key={page.number} id={`${id}-${page.number}`} {...{ page, turns, queue, density }} place={{ top: start, height: size }} wanted={idle} />;
        })}
      </div>
    </div>
  );
}
