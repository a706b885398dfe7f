import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { openApp } from '@/testing/app';
import { connection, corpusRow, newId } from '@/testing/rows';
import type { Answers } from '@/testing/server';

const corpus = corpusRow({ title: 'Leases' });
const NONE = { rows: 20, rows_pending: 20, rows_running: 0, rows_done: 0, rows_failed: 0, rows_waiting: 0, waiting_code: '', waiting_message: '', cells: 40, found: 0, unproven: 0, not_found: 0, failed: 0, skipped: 0, approved: 0, rejected: 0, edited: 0, tokens: 0, cost: 0, seconds: 0 };
const REASON = 'The language model has failed several times, and gets no requests for 30 seconds.';

function extractOf(name: string, counts: Partial<typeof NONE>) {
  const common = { corpus: corpus.uuid, fieldset: null, engine: 'language-model', state: 'running', is_standing: false, previous: null, columns: [] };
  return { id: newId(), name, counts: { ...NONE, ...counts }, ...common, estimated_tokens: 0, estimated_cost: 0, budget_tokens: null, budget_cost: null, created: '2026-03-02T10:00:00Z', version: '1' };
}

it('says why an extraction waits, but not while rows are read', async () => {
  const waiting = { rows_waiting: 20, waiting_code: 'circuit_open', waiting_message: REASON };
  const extracts = [extractOf('Rent', waiting), extractOf('Term', { ...waiting, rows_pending: 19, rows_running: 1, rows_waiting: 19 })];
  const answers: Answers = {
    query: { corpus, documents: connection([]), annotations: connection([]), annotators: [] },
    rest: { [`GET /api/v1/corpuses/${corpus.uuid}/extracts`]: () => ({ results: extracts, next: null, previous: null }) },
  };
  await openApp(`/c/${corpus.uuid}?tab=extract`, answers);
  const [rent = document.body, term = document.body] = within(await screen.findByRole('list', { name: 'Extractions' })).getAllByRole('listitem');
  expect(within(rent).getByText('Waiting')).toBeTruthy();
  expect(within(rent).getByText(REASON)).toBeTruthy();
  expect(within(term).getByText('Running')).toBeTruthy();
  expect(within(term).queryByText(REASON)).toBeNull();
});
