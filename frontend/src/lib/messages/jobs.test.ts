import { expect, it } from 'vitest';

import { executionText, jobText, reasonText, stepText, type JobInfo, type JobState } from './jobs';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const job = (state: JobState, info: Partial<JobInfo> = {}): JobInfo => ({
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
  ...info,
});

it.each([
  [job('WAITING'), 'Waiting'],
  [job('WAITING', { waiting: '3 ahead of you' }), 'Waiting: 3 ahead of you'],
  [job('WAITING', { waiting: 'Paused by an administrator' }), 'Waiting: paused by an administrator'],
  [job('SCHEDULED'), 'Starting'],
  [job('RUNNING', { message: 'Page 4 of 12', progress: 33 }), 'Running: page 4 of 12'],
  [job('RUNNING', { message: 'OCR of page 2' }), 'Running: OCR of page 2'],
  [job('RUNNING', { progress: 40 }), 'Running: 40%'],
  [job('RUNNING'), 'Running'],
  [job('RUNNING', { message: 'Page 4 of 12', cancelRequested: true }), 'Stopping…'],
  [job('STUCK', { due: '2026-11-20T12:00:40Z' }), 'Retrying in 40 s'],
  [job('STUCK', { due: '2026-11-20T12:02:05Z' }), 'Retrying in 2 min'],
  [job('STUCK', { due: '2026-11-20T11:59:59Z' }), 'Retrying now'],
  [job('STUCK'), 'Retrying soon'],
  [job('FAILED', { error: { code: 'invented', message: 'Its disk is full.' } }), 'Failed: Its disk is full.'],
  [job('FAILED', { reason: 'worker_lost' }), 'Failed: worker crashed'],
  [job('FAILED'), 'Failed'],
  [job('CANCELLED'), 'Cancelled'],
  [job('SUCCESS', { started: '2026-11-20T11:58:00Z', finished: '2026-11-20T11:58:12Z' }), 'Done in 12 s'],
  [job('SUCCESS', { started: '2026-11-20T11:58:00.000Z', finished: '2026-11-20T11:58:00.290Z' }), 'Done in 0.3 s'],
])('the text of job %#: %j', (info, text) => {
  expect(jobText(info, NOW)).toBe(text);
});

it('shows unknown reasons and steps by their name', () => {
  expect([reasonText('timeout'), reasonText('disk_full')]).toEqual(['Timed out', 'disk full']);
  expect([stepText('documents.ingest_doc'), stepText('documents.scan_for_viruses')]).toEqual(['Read pages', 'Scan for viruses']);
});

const executed = (state: string, progress = 0) => ({ state, progress, message: 'message of the job', reason: '' });

it.each([
  [{ state: 'QUEUED', code: '', message: '', job: executed('WAITING') }, 'Waiting in queue'],
  [{ state: 'QUEUED', code: '', message: '', job: executed('RUNNING', 40) }, 'Running, 40%'],
  [{ state: 'QUEUED', code: '', message: '', job: executed('STUCK') }, 'Interrupted; will be retried'],
  [{ state: 'SUCCESS', code: '', message: '12 passages', job: executed('SUCCESS') }, '12 passages'],
  [{ state: 'FAILED', code: '', message: '', job: executed('FAILED') }, 'message of the job'],
  [{ state: 'SUCCESS', code: '', message: '', job: null }, ''],
])('the text of an action: %j', (execution, text) => {
  expect(executionText(execution)).toBe(text);
});
