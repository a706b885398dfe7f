// A document has jobs of many kinds. The one that processes it is its newest job of kind `documents.*`.

const PREFIX = 'documents.';
const ENDED: ReadonlySet<string> = new Set(['SUCCESS', 'FAILED', 'CANCELLED']);

export const processingJob = <Job extends { kind: string }>(jobs: readonly Job[]): Job | undefined => jobs.find(({ kind }) => kind.startsWith(PREFIX));

interface DocumentWithJobs {
  state: string;
  jobs: readonly { kind: string; state: string }[];
}

/** Check whether a document is being processed; also true for a failed document with a pending retry. */
export function isProcessing({ state, jobs }: DocumentWithJobs): boolean {
  if (state === 'PROCESSING') return true;
  const job = processingJob(jobs);
  return state === 'FAILED' && job !== undefined && !ENDED.has(job.state);
}

export interface DocumentOfJobs {
  state: string;
  jobs: readonly { uuid: string; kind: string }[];
}

/** Check whether the page of a document shows a job: one that processes it. A job that is not known yet may do so if the document is not ready. */
export function showsJob({ state, jobs }: DocumentOfJobs, uuid: string): boolean {
  const job = jobs.find((each) => each.uuid === uuid);
  return job ? job.kind.startsWith(PREFIX) : state !== 'READY' && state !== 'PARTIAL';
}
