// The rows of the grid: first the ids of all of them, in order, then the cells of those that are shown.
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { pollInterval } from '@/lib/connection';
import { isFailed } from '@/lib/failed-query';
import { sendJson } from '@/lib/http';

import type { Cell, GridRow } from '../model/cell';
import { filterParameters, type GridFilter } from '../model/filter';

export interface IndexedRow {
  id: string;
  document: string;
  title: string;
}

interface RowBody extends IndexedRow {
  state: string;
  code: string;
  message: string;
  is_outdated: boolean;
  cells: Cell[];
}

/** rows that are loaded at once */
const CHUNK = 40;
/** rows above and below the screen that are loaded before they are seen */
const AHEAD = 10;
const THROTTLE_MS = 120;
/** rows that are out of view stay in memory for so long: each may have a hundred cells */
const KEEP_MS = 60_000;
const POLL = 1_500;

const indexOptions = (extractId: string, filter: GridFilter) => {
  const parameters = filterParameters(filter);
  return queryOptions({
    queryKey: ['extract-index', extractId, parameters],
    queryFn: async () => (await sendJson<{ rows: IndexedRow[] }>(`/api/v1/extracts/${extractId}/row-index${parameters && `?${parameters}`}`, 'GET')).rows,
    placeholderData: keepPreviousData,
  });
};

const toRow = ({ cells, ...row }: RowBody): GridRow => ({ ...row, cells: new Map(cells.map((cell) => [cell.column, cell])) });

async function fetchRows(extractId: string, ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, GridRow>> {
  const query = ids.map((id) => `rows=${id}`).join('&');
  const { rows } = await sendJson<{ rows: RowBody[] }>(`/api/v1/extracts/${extractId}/row-cells?${query}`, 'GET', undefined, { signal });
  return new Map(rows.map((row) => [row.id, toRow(row)]));
}

const rowsKey = (extractId: string, ids: readonly string[]) => ['extract-rows', extractId, ids];

export interface Rows {
  index: readonly IndexedRow[] | undefined;
  error: Error | null;
  refetch: () => void;
  rowAt: (place: number) => GridRow | undefined;
  onRange: (first: number, last: number) => void;
}

interface Chunks {
  first: number;
  last: number;
}

const chunksOf = (first: number, last: number): Chunks => ({ first: Math.floor(Math.max(0, first - AHEAD) / CHUNK), last: Math.floor((last + AHEAD) / CHUNK) });

/** Return the chunks around the rows on the screen. They change a few times a second at most: a fast scroll passes most of them. */
function useChunks(): [Chunks, (first: number, last: number) => void] {
  const [chunks, setChunks] = useState<Chunks>({ first: 0, last: 0 });
  const latest = useRef(chunks);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onRange = useCallback((first: number, last: number) => {
    latest.current = chunksOf(first, last);
    timer.current ||= window.setTimeout(() => {
      timer.current = 0;
      setChunks((before) => (before.first === latest.current.first && before.last === latest.current.last ? before : latest.current));
    }, THROTTLE_MS);
  }, []);
  return [chunks, onRange];
}

/** Load the rows of an extract: all ids, and the cells of the rows around those that are on the screen. */
export function useRows(extractId: string, filter: GridFilter, isRunning: boolean): Rows {
  const loaded = useQuery(indexOptions(extractId, filter));
  const index = loaded.data;
  const [chunks, onRange] = useChunks();
  const wanted = useMemo(() => {
    const rows = index ?? [];
    const numbers = Array.from({ length: chunks.last - chunks.first + 1 }, (_, place) => chunks.first + place);
    return numbers.map((number) => rows.slice(number * CHUNK, (number + 1) * CHUNK).map(({ id }) => id)).filter((ids) => ids.length > 0);
  }, [index, chunks]);
  const byId = useQueries({
    queries: wanted.map((ids) => ({
      queryKey: rowsKey(extractId, ids),
      queryFn: ({ signal }) => fetchRows(extractId, ids, signal),
      gcTime: KEEP_MS,
      refetchInterval: isRunning && pollInterval(POLL),
    })),
    combine: combineRows,
  });
  const rowAt = useCallback(
    (place: number) => {
      const indexed = index?.[place];
      return indexed && (byId.get(indexed.id) ?? { ...indexed, state: '', code: '', message: '', is_outdated: false, cells: NO_CELLS });
    },
    [index, byId],
  );
  return { index, error: isFailed(loaded) ? loaded.error : null, refetch: () => void loaded.refetch(), rowAt, onRange };
}

const NO_CELLS: ReadonlyMap<string, Cell> = new Map();

const combineRows = (results: readonly { data?: ReadonlyMap<string, GridRow> | undefined }[]): ReadonlyMap<string, GridRow> =>
  new Map(results.flatMap(({ data }) => (data ? [...data] : [])));
