// A document has jobs of many kinds; the one that reads it is the newest of the documents' own.

const OWN = 'documents.';
const ENDED: ReadonlySet<string> = new Set(['SUCCESS', 'FAILED', 'CANCELLED']);

export const processingJob = <Job extends { kind: string }>(jobs: readonly Job[]): Job | undefined => jobs.find(({ kind }) => kind.startsWith(OWN));

interface ReadDocument {
  state: string;
  jobs: readonly { kind: string; state: string }[];
}

/** Also true of a failed document whose job has been tried again and waits for its turn. */
export function isBeingRead({ state, jobs }: ReadDocument): boolean {
  if (state === 'PROCESSING') return true;
  const job = processingJob(jobs);
  return state === 'FAILED' && job !== undefined && !ENDED.has(job.state);
}
