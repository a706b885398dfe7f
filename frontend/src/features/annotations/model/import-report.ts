import { count } from '@/lib/format';

interface Problem {
  line: number;
  code: string;
  message: string;
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** The rows that were refused, as CSV. */
export const problemsAsCsv = (problems: readonly Problem[]): string =>
  ['line,code,reason', ...problems.map(({ line, code, message }) => `${line},${code},${cell(message)}`)].join('\r\n');

interface Counts {
  added: number;
  existing: number;
  refused: number;
}

/** Return the result of an import in one sentence. */
export const importSummary = ({ added, existing, refused }: Counts): string =>
  [`${count(added, 'annotation')} added`, existing > 0 && `${existing} already there`, refused > 0 && `${refused} not placed`].filter(Boolean).join(', ');
