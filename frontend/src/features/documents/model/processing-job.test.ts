import { expect, it } from 'vitest';

import { isBeingRead, processingJob } from './processing-job';

it('is the newest that reads the document, not what a corpus does with it', () => {
  const jobs = [{ kind: 'corpuses.embed', n: 1 }, { kind: 'documents.process', n: 2 }, { kind: 'documents.process', n: 3 }];
  expect(processingJob(jobs)?.n).toBe(2);
  expect(processingJob([{ kind: 'corpuses.embed' }])).toBeUndefined();
});

it.each([
  ['PROCESSING', [], true],
  ['FAILED', ['FAILED'], false],
  ['FAILED', ['WAITING', 'FAILED'], true], // tried again, and not begun yet
  ['FAILED', [], false], // of somebody else: its jobs are not in sight
  ['READY', ['RUNNING'], false],
])('a document that is %s with jobs %j is being read: %s', (state, jobs, is) => {
  expect(isBeingRead({ state, jobs: jobs.map((job) => ({ kind: 'documents.process', state: job })) })).toBe(is);
});
