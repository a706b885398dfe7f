import { expect, it } from 'vitest';

import { executionDetail } from './execution-words';

const job = (state: string, progress = 0) => ({ state, progress, message: 'job says', reason: '' });

it.each([
  [{ state: 'QUEUED', message: '', job: job('WAITING') }, 'Waiting for its turn'],
  [{ state: 'QUEUED', message: '', job: job('RUNNING', 40) }, 'Running, 40 %'],
  [{ state: 'QUEUED', message: '', job: job('STUCK') }, 'Interrupted; it will start again by itself'],
  [{ state: 'SUCCESS', message: '12 passages', job: job('SUCCESS') }, '12 passages'],
  [{ state: 'FAILED', message: '', job: job('FAILED') }, 'job says'],
  [{ state: 'SUCCESS', message: '', job: null }, ''],
])('%j', (execution, words) => {
  expect(executionDetail(execution)).toBe(words);
});
