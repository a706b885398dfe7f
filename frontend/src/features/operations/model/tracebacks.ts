// Tracebacks of the attempts of a job, from its log.

import { t } from '@lingui/core/macro';

interface Line {
  attempt: number;
  fields: string;
}

export interface Traceback {
  title: string;
  text: string;
}

function tracebackOf({ fields }: Line): string {
  const { traceback } = JSON.parse(fields) as { traceback?: unknown };
  return typeof traceback === 'string' ? traceback : '';
}

/** Return the last traceback of each attempt, or the one stored with the job if the log has none. */
export function tracebacks(lines: readonly Line[], last: string): Traceback[] {
  const byAttempt = new Map(lines.map((line) => [line.attempt, tracebackOf(line)] as const).filter(([, text]) => text !== ''));
  if (byAttempt.size < 2) return last === '' ? [] : [{ title: t`Traceback`, text: last }];
  return [...byAttempt].map(([attempt, text]) => ({ title: t`Traceback of attempt ${attempt}`, text }));
}
