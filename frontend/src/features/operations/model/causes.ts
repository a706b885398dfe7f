// Failures by cause: the same kind of job that ended for the same reason with the same code has one cause.

export interface FailedJob {
  uuid: string;
  kind: string;
  title: string;
  reason: string;
  error: { code: string; message: string } | null;
  lastFailed: string;
}

export interface Cause<Failed extends FailedJob = FailedJob> {
  key: string;
  kind: string;
  title: string;
  reason: string;
  code: string;
  message: string;
  lastFailed: string;
  failures: Failed[];
}

const keyOf = ({ kind, reason, error }: FailedJob) => [kind, reason, error?.code ?? ''].join(' ');

/** The most frequent first, the latest first among equals. */
export function rankCauses<Failed extends FailedJob>(failures: readonly Failed[]): Cause<Failed>[] {
  const causes = new Map<string, Cause<Failed>>();
  for (const failure of failures) {
    const key = keyOf(failure);
    const { kind, title, reason, error, lastFailed } = failure;
    const cause = causes.get(key) ?? { key, kind, title, reason, code: error?.code ?? '', message: error?.message ?? '', lastFailed, failures: [] };
    cause.failures.push(failure);
    if (lastFailed > cause.lastFailed) cause.lastFailed = lastFailed;
    causes.set(key, cause);
  }
  return [...causes.values()].toSorted((a, b) => b.failures.length - a.failures.length || b.lastFailed.localeCompare(a.lastFailed));
}
