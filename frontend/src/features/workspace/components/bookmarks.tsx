import { t } from '@lingui/core/macro';

import type { Bookmark } from '@/features/viewer/api/navigation';
import { pageLabel } from '@/features/viewer/model/page-labels';

import { moveFocusWithArrows } from '../arrow-keys';
import { useDocumentContext } from '../document-context';
import styles from './outline.module.css';

const INDENT = 12;
const MAX_DEPTH = 5;

/** The bookmarks of the file. They are preferred to the headings that processing has found. */
export function Bookmarks({ bookmarks }: { bookmarks: readonly Bookmark[] }) {
  const { pages, currentPage, goToPage } = useDocumentContext();
  const current = bookmarks.findLastIndex(({ page }) => page !== null && page <= currentPage);
  return (
    <nav className={styles['outline']} aria-label={t`Bookmarks`}>
      <ul>
        {bookmarks.map((bookmark, index) => (
          // Titles can repeat, and the order never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <button
              type="button"
              className={styles['heading']}
              onKeyDown={moveFocusWithArrows}
              style={{ paddingInlineStart: 14 + INDENT * Math.min(MAX_DEPTH, bookmark.level - 1) }}
              aria-current={index === current ? 'location' : undefined}
              disabled={bookmark.page === null}
              title={bookmark.title}
              onClick={() => bookmark.page !== null && goToPage(bookmark.page)}
            >
              <span className="truncate">{bookmark.title}</span>
              <span className="muted small numeric">{bookmark.page !== null && pageLabel(pages, bookmark.page)}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
