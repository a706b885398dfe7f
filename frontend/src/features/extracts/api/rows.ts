// The rows of the grid: first the ids of all of them, in order, then the cells of those that are shown.
import { t } from '@lingui/core/macro';
import { keepPreviousData, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import { pollInterval } from '@/lib/connection';
import { conflictOf, patch } from '@/lib/edits';
import { toApiError } from '@/lib/errors';
import { sendJson } from '@/lib/http';
import { showErrorToast, showToast } from '@/lib/toasts';

import type { Cell, CellReview, GridRow } from '../model/cell';
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
  return { index, error: loaded.error, refetch: () => void loaded.refetch(), rowAt, onRange };
}

const NO_CELLS: ReadonlyMap<string, Cell> = new Map();

const combineRows = (results: readonly { data?: ReadonlyMap<string, GridRow> | undefined }[]): ReadonlyMap<string, GridRow> =>
  new Map(results.flatMap(({ data }) => (data ? [...data] : [])));

type CachedRows = ReadonlyMap<string, GridRow> | undefined;

/** Put changed cells into the rows that are loaded. */
function withCells(rows: CachedRows, changed: ReadonlyMap<string, Partial<Cell>>): CachedRows {
  if (!rows) return rows;
  const next = new Map(rows);
  for (const [id, row] of rows) {
    const touched = [...row.cells.values()].filter((cell) => changed.has(cell.id));
    if (touched.length === 0) continue;
    const cells = new Map(row.cells);
    for (const cell of touched) cells.set(cell.column, { ...cell, ...changed.get(cell.id) });
    next.set(id, { ...row, cells });
  }
  return next;
}

interface CellChange {
  text?: string;
  sources?: readonly { start: number; end: number; quote: string }[];
}

async function sendReview({ id }: Cell, version: string, review: CellReview): Promise<Cell> {
  const { cells } = await sendJson<{ cells: [Cell] }>('/api/v1/cell-reviews', 'POST', { cells: [id], versions: [version], review });
  return cells[0];
}

/** Review and edit cells. Only what is shown is changed: another version is a conflict. Reviews show at once, and are taken back if the server refuses them. */
export function useCellEdits(extractId: string) {
  const queryClient = useQueryClient();
  const put = useCallback(
    (changed: ReadonlyMap<string, Partial<Cell>>) => queryClient.setQueriesData<CachedRows>({ queryKey: ['extract-rows', extractId] }, (rows) => withCells(rows, changed)),
    [queryClient, extractId],
  );
  const refresh = useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: ['extract', extractId] });
  }, [queryClient, extractId]);
  const putAll = useCallback((cells: readonly Cell[]): void => void put(new Map(cells.map((cell) => [cell.id, cell]))), [put]);
  // A second decision about a cell may be made before the response to the first, which has its new version.
  const sent = useRef(new Map<string, Promise<Cell>>());
  const sendInOrder = useCallback(
    (cell: Cell, request: (version: string) => Promise<Cell>): Promise<void> => {
      const before = sent.current.get(cell.id);
      const response = before ? before.then(({ version }) => request(version)) : request(cell.version);
      sent.current.set(cell.id, response);
      const onError = (error: unknown) => {
        const current = conflictOf(error);
        if (current) putAll([current as unknown as Cell]);
        throw error;
      };
      return response
        .then((saved) => putAll([saved]), onError)
        .finally(() => {
          if (sent.current.get(cell.id) === response) sent.current.delete(cell.id);
          refresh();
        });
    },
    [putAll, refresh],
  );
  const review = useCallback(
    async (cell: Cell, decision: CellReview) => {
      put(new Map([[cell.id, { review: decision }]]));
      try {
        await sendInOrder(cell, (version) => sendReview(cell, version, decision));
      } catch (error) {
        put(new Map([[cell.id, cell]]));
        void queryClient.invalidateQueries({ queryKey: ['extract-rows', extractId] });
        if (toApiError(error).code === 'edit_conflict') showToast({ text: t`Someone else has changed this cell, so it was not reviewed.` });
        else showErrorToast(error as Error);
      }
    },
    [put, sendInOrder, queryClient, extractId],
  );
  const edit = useCallback(
    (cell: Cell, change: CellChange) => sendInOrder(cell, (version) => patch<Cell>(`/api/v1/cells/${cell.id}`, change, version)),
    [sendInOrder],
  );
  return { review, edit };
}
