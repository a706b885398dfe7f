import { plural, t } from '@lingui/core/macro';


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
  relations: number;
  comments: number;
  refused: number;
}

/** Return whether an import has added something. */
export const hasAdded = ({ added, relations, comments }: Counts): boolean => added + relations + comments > 0;

/** Return the result of an import in one sentence. */
export const importSummary = ({ added, existing, relations, comments, refused }: Counts): string =>
  [
    t`${plural(added, { one: '# annotation', other: '# annotations' })} added`,
    relations > 0 && t`${plural(relations, { one: '# relation', other: '# relations' })} added`,
    comments > 0 && t`${plural(comments, { one: '# comment', other: '# comments' })} added`,
    existing > 0 && t`${existing} already there`,
    refused > 0 && t`${refused} not placed`,
  ]
    .filter(Boolean)
    .join(', ');
