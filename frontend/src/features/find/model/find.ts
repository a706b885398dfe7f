// Matches of a search in a document: by number, and by page.

export interface FindOptions {
  matchCase: boolean;
  wholeWords: boolean;
  regex: boolean;
}

export interface PageCount {
  page: number;
  count: number;
}

export const NO_OPTIONS: FindOptions = { matchCase: false, wholeWords: false, regex: false };

/** Highlights are loaded for several pages at once. */
const CHUNK = 8;

export const chunkOf = (page: number) => {
  const first = Math.floor((page - 1) / CHUNK) * CHUNK + 1;
  return { firstPage: first, lastPage: first + CHUNK - 1 };
};

/** Return the number of the first match on a page or after it; the first match of all if there is none. */
export function firstFrom(pages: readonly PageCount[], page: number): number {
  const before = pages.filter((each) => each.page < page).reduce((sum, { count }) => sum + count, 0);
  return pages.some((each) => each.page >= page) ? before : 0;
}

/** Return the next match in a direction; after the last one comes the first. */
export const step = (current: number, direction: 1 | -1, total: number) => (current + direction + total) % total;

/** Return the positions of pages with matches on the scroll bar, in per cent of its height. */
export function tickPositions(pages: readonly PageCount[], tops: ArrayLike<number>, height: number): number[] {
  return height > 0 ? pages.map(({ page }) => (100 * (tops[page - 1] ?? 0)) / height) : [];
}
