// A document has jobs of many kinds; the one that reads it is the newest of the documents' own.

const OWN = 'documents.';

export const processingJob = <Job extends { kind: string }>(jobs: readonly Job[]): Job | undefined => jobs.find(({ kind }) => kind.startsWith(OWN));
