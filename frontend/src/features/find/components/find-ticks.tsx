import { tickPositions, type PageCount } from '../model/find';
import styles from './find.module.css';

interface FindTicksProps {
  pages: readonly PageCount[];
  tops: ArrayLike<number>;
  height: number;
}

/** Marks beside the scroll bar at the pages with matches. */
export function FindTicks({ pages, tops, height }: FindTicksProps) {
  const path = tickPositions(pages, tops, height)
    .map((top) => `M0 ${top.toFixed(2)}h10`)
    .join('');
  return (
    <svg className={styles['ticks']} viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true" data-ticks={pages.length}>
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
