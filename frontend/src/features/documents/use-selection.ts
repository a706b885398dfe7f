// The selected rows of a list of documents.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { nodes } from '@/lib/relay';

import type { DocumentRow } from './api/document-list';

interface Page {
  edges: readonly { node: DocumentRow }[];
  totalCount?: number | null;
}

export type DocumentPages = UseInfiniteQueryResult<InfiniteData<Page>>;

export const rowsOf = (list: DocumentPages): DocumentRow[] => list.data?.pages.flatMap((page) => nodes(page)) ?? [];

const loadAll = async (list: DocumentPages): Promise<DocumentPages> => (list.hasNextPage && !list.isError ? loadAll(await list.fetchNextPage()) : list);

const byUuid = (rows: readonly DocumentRow[]) => new Map(rows.map((row) => [row.uuid, row]));

interface Shown {
  filter: string;
  order: string;
}

/** The selected rows of a list. What a filter hides is not selected; another order changes nothing, also where it has not loaded them yet. */
export function useSelection(list: DocumentPages, { filter, order }: Shown) {
  const [marked, setMarked] = useState<Shown & { rows: readonly DocumentRow[] }>({ filter, order, rows: [] });
  const { data, hasNextPage } = list;
  const loaded = useMemo(() => byUuid((data?.pages ?? []).flatMap((page) => nodes(page))), [data]);
  const documents = useMemo(() => {
    const isSorted = marked.filter === filter && marked.order !== order && hasNextPage;
    return marked.rows.flatMap((row) => loaded.get(row.uuid) ?? (isSorted ? row : []));
  }, [marked, filter, order, hasNextPage, loaded]);
  const selected = useMemo(() => new Set(documents.map(({ uuid }) => uuid)), [documents]);
  const mark = (rows: readonly DocumentRow[]) => setMarked({ filter, order, rows });
  const onChange = (uuids: ReadonlySet<string>) => mark([...byUuid([...documents, ...loaded.values()]).values()].filter(({ uuid }) => uuids.has(uuid)));
  /** Select all rows of the list, also those that are not loaded yet. */
  const selectAll = async () => mark(rowsOf(await loadAll(list)));
  return { documents, selected, onChange, selectAll, clear: () => mark([]) };
}
