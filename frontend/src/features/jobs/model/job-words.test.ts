import { describe, expect, it } from 'vitest';

import { isJobFilter } from './job-filter';
import { canCancel, canRetry, hasNotBegun, jobWords, reasonWords, type JobFacts, type JobState } from './job-words';
import { pollJobs } from './poll';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const job = (state: JobState, facts: Partial<JobFacts> = {}): JobFacts => ({
  state,
  progress: 0,
  message: '',
  reason: '',
  error: null,
  waiting: '',
  due: null,
  cancelRequested: false,
  started: null,
  finished: null,
  ...facts,
});

describe('a job says', () => {
  it.each([
    [job('WAITING'), 'Waiting'],
    [job('WAITING', { waiting: '3 ahead of you' }), 'Waiting: 3 ahead of you'],
    [job('WAITING', { waiting: 'Paused by the operator' }), 'Waiting: paused by the operator'],
    [job('SCHEDULED'), 'About to start'],
    [job('RUNNING', { message: 'Page 4 of 12', progress: 33 }), 'Working: page 4 of 12'],
    [job('RUNNING', { message: 'OCR of page 2' }), 'Working: OCR of page 2'],
    [job('RUNNING', { progress: 40 }), 'Working: 40 %'],
    [job('RUNNING'), 'Working'],
    [job('RUNNING', { message: 'Page 4 of 12', cancelRequested: true }), 'Stopping…'],
    [job('STUCK', { due: '2026-11-20T12:00:40Z' }), 'Trying again in 40 s'],
    [job('STUCK', { due: '2026-11-20T12:02:05Z' }), 'Trying again in 2 min'],
    [job('STUCK', { due: '2026-11-20T11:59:59Z' }), 'Trying again now'],
    [job('STUCK'), 'Trying again soon'],
    [job('FAILED', { error: { message: 'The file ends too early.' } }), 'Failed: The file ends too early.'],
    [job('FAILED', { reason: 'worker_lost' }), 'Failed: its worker died'],
    [job('FAILED'), 'Failed'],
    [job('CANCELLED'), 'Cancelled'],
    [job('SUCCESS', { started: '2026-11-20T11:58:00Z', finished: '2026-11-20T11:58:12Z' }), 'Done in 12 s'],
  ])('%#: %j', (facts, words) => {
    expect(jobWords(facts, NOW)).toBe(words);
  });
});

it.each([
  ['WAITING', true, false],
  ['SCHEDULED', true, false],
  ['RUNNING', true, false],
  ['STUCK', true, false],
  ['FAILED', false, true],
  ['CANCELLED', false, true],
  ['SUCCESS', false, false],
] as const)('%s can be cancelled: %s, retried: %s', (state, cancel, retry) => {
  expect([canCancel(job(state)), canRetry(job(state))]).toEqual([cancel, retry]);
});

it('is not asked twice to stop', () => {
  expect(canCancel(job('RUNNING', { cancelRequested: true }))).toBe(false);
});

it('is cancelled without a question only before it has done anything', () => {
  expect(hasNotBegun(job('WAITING'))).toBe(true);
  expect(hasNotBegun(job('WAITING', { started: '2026-11-20T11:58:00Z' }))).toBe(false); // tried before
  expect(hasNotBegun(job('RUNNING'))).toBe(false);
});

it('reasons that are not known yet are readable all the same', () => {
  expect([reasonWords('timeout'), reasonWords('disk_full')]).toEqual(['Took too long', 'disk full']);
});

it.each([['failed', true], ['FAILED', false], ['toString', false], [undefined, false]])('%s is a filter: %s', (value, is) => {
  expect(isJobFilter(value)).toBe(is);
});

it('a list asks often only while something moves, and less often the longer it is', () => {
  expect(pollJobs([job('SUCCESS')])).toBe(15_000);
  expect([pollJobs([job('SUCCESS'), job('STUCK')]), pollJobs([job('RUNNING')], 3)]).toEqual([1_500, 4_500]);
});
