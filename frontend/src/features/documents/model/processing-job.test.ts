import { expect, it } from 'vitest';

import { isProcessing, processingJob, showsJob } from './processing-job';

it('the processing job is the newest job of the document itself, not an action of a corpus', () => {
  const jobs = [{ kind: 'corpuses.embed', n: 1 }, { kind: 'documents.process', n: 2 }, { kind: 'documents.process', n: 3 }];
  expect(processingJob(jobs)?.n).toBe(2);
  expect(processingJob([{ kind: 'corpuses.embed' }])).toBeUndefined();
});

it.each([
  ['PROCESSING', [], true],
  ['FAILED', ['FAILED'], false],
  ['FAILED', ['WAITING', 'FAILED'], true], // a retry that has not started
  ['FAILED', [], false], // its jobs are not visible to the user
  ['READY', ['RUNNING'], false],
])('a document in state %s with jobs %j is being processed: %s', (state, jobs, expected) => {
  expect(isProcessing({ state, jobs: jobs.map((job) => ({ kind: 'documents.process', state: job })) })).toBe(expected);
});

it.each([
  ['READY', 'p', true],
  ['READY', 'e', false],
  ['READY', 'unknown', false],
  ['PROCESSING', 'e', false],
  ['FAILED', 'unknown', true], // it may be a retry
])('the page of a document in state %s shows the job %s: %s', (state, uuid, expected) => {
  const jobs = [
    { uuid: 'e', kind: 'corpuses.embed' },
    { uuid: 'p', kind: 'documents.process' },
  ];
  expect(showsJob({ state, jobs }, uuid)).toBe(expected);
});
