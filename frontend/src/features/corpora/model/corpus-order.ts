// The orders of the documents of a corpus, as in the API: those of all lists of documents, and those by counts in the corpus.

import { isDocumentOrder, NEWEST, type DocumentOrder } from '@/features/documents/model/document-order';

/** The first order of each column, and the opposite one. */
const ORDERS = {
  annotations: ['annotations', 'annotations_ascending'],
  labels: ['labels', 'labels_ascending'],
} as const;

export type CountColumn = keyof typeof ORDERS;
export type CountOrder = (typeof ORDERS)[CountColumn][number];
export type CorpusOrder = DocumentOrder | CountOrder;

const isCountOrder = (value: unknown): value is CountOrder => Object.values(ORDERS).flat().some((order) => order === value);

/** Return an order of a URL or of a saved view; undefined for the default one. */
export const corpusOrder = (value: unknown): CorpusOrder | undefined => ((isDocumentOrder(value) || isCountOrder(value)) && value !== NEWEST ? value : undefined);

/** Return the order after a click on the heading of a count: the largest first, then the smallest. */
export const nextCountOrder = (column: CountColumn, order: CorpusOrder): CountOrder => ORDERS[column][order === ORDERS[column][0] ? 1 : 0];

/** Return the direction of a count; undefined if the list is sorted by something else. */
export function countDirection(column: CountColumn, order: CorpusOrder | undefined): 'ascending' | 'descending' | undefined {
  const place = ORDERS[column].findIndex((each) => each === order);
  return place < 0 ? undefined : place === 0 ? 'descending' : 'ascending';
}
