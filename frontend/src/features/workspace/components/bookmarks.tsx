import type { Bookmark } from '@/features/viewer/api/navigation';
import type { PageInfo } from '@/features/viewer/model/layout';
import { pageName } from '@/features/viewer/model/page-names';

import { moveThroughButtons } from '../list-keys';
import styles from './outline.module.css';

const STEP = 12;
const DEEPEST = 5;

interface BookmarksProps {
  bookmarks: readonly Bookmark[];
  pages: readonly PageInfo[];
  page: number;
  onGoTo: (page: number) => void;
}

/** The outline that the file carries: somebody has made it, so it comes before the headings that were found. */
export function Bookmarks({ bookmarks, pages, page, onGoTo }: BookmarksProps) {
  const current = bookmarks.findLastIndex((each) => each.page !== null && each.page <= page);
  return (
    <nav className={styles['outline']} aria-label="Bookmarks">
      <ul>
        {bookmarks.map((bookmark, index) => (
          // Titles repeat, and the list never changes its order.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <button
              type="button"
              className={styles['heading']}
              onKeyDown={moveThroughButtons}
              style={{ paddingLeft: 14 + STEP * Math.min(DEEPEST, bookmark.level - 1) }}
              aria-current={index === current ? 'location' : undefined}
              disabled={bookmark.page === null}
              title={bookmark.title}
              onClick={() => bookmark.page !== null && onGoTo(bookmark.page)}
            >
              <span className="truncate">{bookmark.title}</span>
              <span className="muted small numeric">{bookmark.page !== null && pageName(pages, bookmark.page)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
