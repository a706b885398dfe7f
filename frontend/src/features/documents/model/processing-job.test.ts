import { expect, it } from 'vitest';

import { processingJob } from './processing-job';

it('is the newest that reads the document, not what a corpus does with it', () => {
  const jobs = [{ kind: 'corpuses.embed', n: 1 }, { kind: 'documents.process', n: 2 }, { kind: 'documents.process', n: 3 }];
  expect(processingJob(jobs)?.n).toBe(2);
  expect(processingJob([{ kind: 'corpuses.embed' }])).toBeUndefined();
});
