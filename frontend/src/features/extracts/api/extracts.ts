import { plural, t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';

import { pollInterval } from '@/lib/connection';
import { quoted } from '@/lib/format';
import { sendJson } from '@/lib/http';
import { allRestPages } from '@/lib/rest-pages';
import { showToast } from '@/lib/toasts';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { Column } from '../model/cell';

export type ExtractState = 'running' | 'done' | 'cancelled' | 'out_of_budget';

export interface Counts {
  rows: number;
  rows_pending: number;
  rows_running: number;
  rows_done: number;
  rows_failed: number;
  rows_waiting: number;
  waiting_code: string;
  waiting_message: string;
  cells: number;
  found: number;
  unproven: number;
  not_found: number;
  failed: number;
  skipped: number;
  approved: number;
  rejected: number;
  edited: number;
  tokens: number;
  cost: number;
  seconds: number;
}

/** One run of questions over documents. */
export interface Extract {
  id: string;
  corpus: string;
  fieldset: string | null;
  name: string;
  engine: string;
  state: ExtractState;
  is_standing: boolean;
  previous: string | null;
  columns: readonly Column[];
  counts: Counts;
  estimated_tokens: number;
  estimated_cost: number;
  budget_tokens: number | null;
  budget_cost: number | null;
  created: string;
  version: string;
}

export interface Engine {
  name: string;
  title: string;
  uses_model: boolean;
  is_available: boolean;
  is_default: boolean;
}

export interface Estimate {
  documents: number;
  columns: number;
  cells: number;
  tokens: number;
  cost: number;
  seconds: number;
}

const POLL = 1_500;

export const extractsOptions = (corpusId: string) =>
  queryOptions({
    queryKey: ['extracts', corpusId],
    queryFn: () => allRestPages<Extract>(`/api/v1/corpuses/${corpusId}/extracts?page_size=50`),
    refetchInterval: ({ state: { data } }) => (data ?? []).some(({ state }) => state === 'running') && pollInterval(POLL),
  });

export const extractOptions = (id: string) =>
  queryOptions({
    queryKey: ['extract', id],
    queryFn: () => sendJson<Extract>(`/api/v1/extracts/${id}`, 'GET'),
    refetchInterval: ({ state: { data } }) => data?.state === 'running' && pollInterval(POLL),
  });

export const enginesOptions = queryOptions({
  queryKey: ['extract-engines'],
  queryFn: async () => (await sendJson<{ engines: Engine[] }>('/api/v1/extract-engines', 'GET')).engines,
});

export interface ExtractRequest {
  fieldset: string;
  engine: string;
  /** all documents of the corpus if absent */
  documents?: readonly string[] | undefined;
}

/** The tokens and the cost at which an extract stops; no limit if absent. */
export interface Budget {
  budget_tokens?: number | undefined;
  budget_cost?: number | undefined;
}

export const estimateOptions = (corpusId: string, request: ExtractRequest) =>
  queryOptions({
    queryKey: ['extract-estimate', corpusId, request],
    queryFn: () => sendJson<Estimate>(`/api/v1/corpuses/${corpusId}/extract-estimates`, 'POST', request),
    enabled: request.fieldset !== '',
    staleTime: 0,
  });

export const useStartExtract = (corpusId: string) =>
  useInvalidatingMutation({
    mutationFn: (request: ExtractRequest & Budget & { name?: string }) => sendJson<Extract>(`/api/v1/corpuses/${corpusId}/extracts`, 'POST', request),
    onError: ignoreError,
  });

export const useCancelExtract = (extract: Pick<Extract, 'id' | 'corpus'>) =>
  useInvalidatingMutation({
    mutationFn: () => sendJson<Extract>(`/api/v1/extracts/${extract.id}/cancel`, 'POST', {}),
    onSuccess: () => showToast({ text: t`Cancelled. The answers that are there are kept.` }),
  });

export interface Rerun {
  rows?: readonly string[];
  columns?: readonly string[];
  cells?: readonly string[];
  only_failed?: boolean;
}

export const useRerun = (extract: Pick<Extract, 'id' | 'corpus'>) =>
  useInvalidatingMutation({
    mutationFn: (selection: Rerun) => sendJson<{ started: number }>(`/api/v1/extracts/${extract.id}/rerun`, 'POST', selection),
    onSuccess: ({ started }) => showToast({ text: t`Reading ${plural(started, { one: '# document', other: '# documents' })} again.` }),
  });

/** Change the budget of an extract that has stopped, and answer what was left out. Errors are shown by the form. */
export const useContinueExtract = (extract: Pick<Extract, 'id' | 'corpus'>) =>
  useInvalidatingMutation({
    mutationFn: async (budget: Budget) => {
      await sendJson<Extract>(`/api/v1/extracts/${extract.id}`, 'PATCH', budget);
      return sendJson<{ started: number }>(`/api/v1/extracts/${extract.id}/rerun`, 'POST', { only_failed: true });
    },
    onSuccess: ({ started }) => showToast({ text: t`Reading ${plural(started, { one: '# document', other: '# documents' })} again.` }),
    onError: ignoreError,
  });

export const useDeleteExtract = () =>
  useInvalidatingMutation({
    mutationFn: ({ id }: Pick<Extract, 'id' | 'name'>) => sendJson<void>(`/api/v1/extracts/${id}`, 'DELETE'),
    onSuccess: (_result, { name }) => showToast({ text: t`Moved ${quoted(name)} to the bin.` }),
  });
