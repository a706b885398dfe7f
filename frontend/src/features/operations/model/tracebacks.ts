// Where the program broke, try by try, as the log of a job keeps it for operators.

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

/** The last one of each try; where the log has none, the one that the job keeps. */
export function tracebacks(lines: readonly Line[], last: string): Traceback[] {
  const byTry = new Map(lines.map((line) => [line.attempt, tracebackOf(line)] as const).filter(([, text]) => text !== ''));
  if (byTry.size < 2) return last === '' ? [] : [{ title: 'Traceback', text: last }];
  return [...byTry].map(([attempt, text]) => ({ title: `Traceback of try ${attempt}`, text }));
}
