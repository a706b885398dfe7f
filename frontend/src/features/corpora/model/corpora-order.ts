// The order and the filter of the list of corpora, which is loaded as a whole.
import { t } from '@lingui/core/macro';

import { plainText } from '@/lib/markdown';

import type { CorpusRow } from '../api/list-corpora';
import type { CorporaOrder } from './corpora-order-name';

export const CORPORA_ORDERS: readonly { value: CorporaOrder; label: string }[] = [
  { value: 'title', label: t`By title` },
  { value: 'documents', label: t`Most documents first` },
];

const COMPARE: Readonly<Record<CorporaOrder, (a: CorpusRow, b: CorpusRow) => number>> = {
  title: (a, b) => a.title.localeCompare(b.title, undefined, { numeric: true }),
  documents: (a, b) => b.documentCount - a.documentCount,
};

/** Return the corpora with these words in their title, description or owner's name, in an order. */
export function shownCorpora(corpora: readonly CorpusRow[], search: string, order: CorporaOrder | undefined): CorpusRow[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = corpora.filter(({ title, description, owner }) => {
    const text = [title, plainText(description), owner.name, owner.username].join(' ').toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  return order ? found.toSorted(COMPARE[order]) : found;
}
