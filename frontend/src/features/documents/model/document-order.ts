// The orders of lists of documents, as in the API and, without the default one, in URLs.

const byText = <Name extends string>(name: Name) => [name, `${name}_descending`] as const;

/** The first order of each column, and the opposite one. */
const ORDERS = {
  title: byText('title'),
  type: byText('type'),
  state: byText('state'),
  owner: byText('owner'),
  language: byText('language'),
  size: ['size', 'size_ascending'],
  pages: ['pages', 'pages_ascending'],
  added: ['newest', 'oldest'],
} as const;

export type SortColumn = keyof typeof ORDERS;
export type DocumentOrder = (typeof ORDERS)[SortColumn][number];

export const NEWEST = 'newest';

/** The columns that begin with the largest value, or the latest one. */
const LARGEST_FIRST: ReadonlySet<string> = new Set(['size', 'pages', 'added']);

const DIRECTIONS = ['ascending', 'descending'] as const;

export const isDocumentOrder = (value: unknown): value is DocumentOrder => Object.values(ORDERS).flat().some((order) => order === value);

/** Return the order after a click on the heading of a column. */
export const nextOrder = (column: SortColumn, order: string): DocumentOrder => ORDERS[column][order === ORDERS[column][0] ? 1 : 0];

/** Return the direction of a column; undefined if the list is sorted by another one. */
export function directionOf(column: SortColumn, order: string): (typeof DIRECTIONS)[number] | undefined {
  const place = ORDERS[column].findIndex((each) => each === order);
  return place < 0 ? undefined : DIRECTIONS[(place === 1) === LARGEST_FIRST.has(column) ? 0 : 1];
}

/** Return the order as the API names it. */
export const orderBy = <Order extends string = DocumentOrder>(order: Order | undefined) => (order ?? NEWEST).toUpperCase() as Uppercase<Order | typeof NEWEST>;
