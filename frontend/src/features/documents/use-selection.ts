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

interface Marked extends Shown {
  rows: readonly DocumentRow[];
  /** all rows of the filter but these are selected */
  excluded?: readonly string[];
}

/** what the server accepts in one request; more are selected by the filter */
const MAX_LISTED = 500;

/** The selected rows of a list. What a filter hides is not selected; another order changes nothing, also where it has not loaded them yet. */
export function useSelection(list: DocumentPages, { filter, order }: Shown) {
  const [marked, setMarked] = useState<Marked>({ filter, order, rows: [] });
  const { data, hasNextPage } = list;
  const loaded = useMemo(() => byUuid((data?.pages ?? []).flatMap((page) => nodes(page))), [data]);
  const excluded = marked.filter === filter ? marked.excluded : undefined;
  const documents = useMemo(() => {
    if (excluded) return [...loaded.values()].filter(({ uuid }) => !excluded.includes(uuid));
    const isSorted = marked.filter === filter && marked.order !== order && hasNextPage;
    return marked.rows.flatMap((row) => loaded.get(row.uuid) ?? (isSorted ? row : []));
  }, [marked, excluded, filter, order, hasNextPage, loaded]);
  const selected = useMemo(() => new Set(documents.map(({ uuid }) => uuid)), [documents]);
  const mark = (rows: readonly DocumentRow[]) => setMarked({ filter, order, rows });
  const exclude = (uuids: readonly string[]) => setMarked({ filter, order, rows: [], excluded: uuids });
  const onChange = (uuids: ReadonlySet<string>) => {
    const elsewhere = excluded?.filter((uuid) => !loaded.has(uuid)) ?? []; // excluded in another order, and not loaded in this one
    if (excluded && uuids.size > 0) exclude([...elsewhere, ...[...loaded.keys()].filter((uuid) => !uuids.has(uuid))]);
    else mark([...byUuid([...documents, ...loaded.values()]).values()].filter(({ uuid }) => uuids.has(uuid)));
  };
  /** Select all rows of the list, also those that are not loaded yet: few by loading them, many by the filter. */
  const selectAll = async (total: number) => (total > MAX_LISTED ? exclude([]) : mark(rowsOf(await loadAll(list))));
  const isEmpty = !excluded && documents.length === 0;
  return { documents, selected, excluded, isEmpty, onChange, selectAll, clear: () => mark([]) };
}
