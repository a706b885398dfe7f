import { expect, it } from 'vitest';

import { jobsPollInterval } from '../components/job-list';
import { isJobFilter } from './job-filter-name';
import { canCancel, canRetry, isNotStarted } from './job-state';

it.each([
  ['WAITING', true, false],
  ['SCHEDULED', true, false],
  ['RUNNING', true, false],
  ['STUCK', true, false],
  ['FAILED', false, true],
  ['CANCELLED', false, true],
  ['SUCCESS', false, false],
] as const)('%s can be cancelled: %s, retried: %s', (state, cancel, retry) => {
  expect([canCancel({ state, cancelRequested: false }), canRetry({ state })]).toEqual([cancel, retry]);
});

it('is cancelled once', () => {
  expect(canCancel({ state: 'RUNNING', cancelRequested: true })).toBe(false);
});

it('is cancelled without confirmation only before it has started', () => {
  expect(isNotStarted({ state: 'WAITING', started: null })).toBe(true);
  expect(isNotStarted({ state: 'WAITING', started: '2026-11-20T11:58:00Z' })).toBe(false); // a retry
  expect(isNotStarted({ state: 'RUNNING', started: null })).toBe(false);
});

it.each([['failed', true], ['FAILED', false], ['toString', false], [undefined, false]])('%s is a filter: %s', (value, expected) => {
  expect(isJobFilter(value)).toBe(expected);
});

it('a list is polled often only while a job is live, and less often the longer it is', () => {
  expect(jobsPollInterval([{ state: 'SUCCESS' }])).toBe(15_000);
  expect([jobsPollInterval([{ state: 'SUCCESS' }, { state: 'STUCK' }]), jobsPollInterval([{ state: 'RUNNING' }], 3)]).toEqual([1_500, 4_500]);
});
