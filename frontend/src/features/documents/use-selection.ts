// The selected rows of a list of documents.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';

import { nodes } from '@/lib/relay';

import type { DocumentRow } from './api/document-list';

interface Page {
  edges: readonly { node: DocumentRow }[];
  totalCount?: number | null;
}

export type DocumentPages = UseInfiniteQueryResult<InfiniteData<Page>>;

export const rowsOf = (list: DocumentPages): DocumentRow[] => list.data?.pages.flatMap((page) => nodes(page)) ?? [];

const loadAll = async (list: DocumentPages): Promise<DocumentPages> => (list.hasNextPage && !list.isError ? loadAll(await list.fetchNextPage()) : list);

/** The selected rows of a list, loaded so far. What a filter hides is not selected. */
export function useSelection(list: DocumentPages) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const { data } = list;
  const documents = useMemo(() => (data?.pages ?? []).flatMap((page) => nodes(page)).filter(({ uuid }) => marked.has(uuid)), [data, marked]);
  const selected = useMemo(() => new Set(documents.map(({ uuid }) => uuid)), [documents]);
  const clear = useCallback(() => setMarked(new Set()), []);
  /** Select all rows of the list, also those that are not loaded yet. */
  const selectAll = useCallback(async () => {
    setMarked(new Set(rowsOf(await loadAll(list)).map(({ uuid }) => uuid)));
  }, [list]);
  return { documents, selected, onChange: setMarked, selectAll, clear };
}
