// The cells for which another run has another value.
import { queryOptions } from '@tanstack/react-query';

import { sendJson } from '@/lib/http';
import { useRestPages, type Page } from '@/lib/rest-pages';

import type { Cell } from '../model/cell';

export interface Difference {
  id: string;
  cell: Cell & { row: string };
  other: Cell;
}

const pathOf = (extractId: string, parameters: Record<string, string>) => `/api/v1/extracts/${extractId}/differences?${new URLSearchParams(parameters)}`;

/** The value of the run before, for a document and a column. */
export const lastRunOptions = (extractId: string, document: string, column: string) =>
  queryOptions({
    queryKey: ['extract-last-run', extractId, document, column],
    queryFn: async () => (await sendJson<Page<Difference>>(pathOf(extractId, { document, column, page_size: '1' }), 'GET')).results[0]?.other ?? null,
  });

export const useDifferences = (extractId: string, other: string) =>
  useRestPages<Difference>(['extract-differences', extractId, other], pathOf(extractId, { other, page_size: '50' }));
