// Matches of a search in a document: by number, and by page.

export interface FindOptions {
  matchCase: boolean;
  wholeWords: boolean;
  regex: boolean;
}

export const NO_OPTIONS: FindOptions = { matchCase: false, wholeWords: false, regex: false };

export interface PageCount {
  page: number;
  count: number;
}

/** The text that is looked for and its options, as they are in URLs. */
export type FindInUrl = { find?: string | undefined } & { [Name in keyof FindOptions]?: true | undefined };

export const optionsFrom = ({ matchCase, wholeWords, regex }: FindInUrl): FindOptions => ({ matchCase: matchCase ?? false, wholeWords: wholeWords ?? false, regex: regex ?? false });

/** Return the parts of the URL for a search; undefined removes a part. */
export function findInUrl(text: string, options: FindOptions): FindInUrl {
  const flag = (isSet: boolean) => (isSet && text !== '' ? true : undefined);
  return { find: text || undefined, matchCase: flag(options.matchCase), wholeWords: flag(options.wholeWords), regex: flag(options.regex) };
}

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
