// Runs of unchanged paragraphs, which are folded.

export interface Changeable {
  change: 'SAME' | 'CHANGED' | 'ADDED' | 'REMOVED';
}

/** Paragraphs that are unchanged and folded, or one that is shown; `change` counts the changes, from 0. */
export type Part<Row> = { kind: 'folded'; rows: readonly Row[] } | { kind: 'row'; row: Row; change: number | undefined };

/** The unchanged paragraphs that are shown around a change. */
const CONTEXT = 1;

/** Return the rows in parts; unchanged ones are folded except next to changes. */
export function folded<Row extends Changeable>(rows: readonly Row[]): Part<Row>[] {
  const isShown = (_: Row, index: number) => rows.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ change }) => change !== 'SAME');
  const parts: Part<Row>[] = [];
  let hidden: Row[] = [];
  let count = 0;
  const flush = () => {
    if (hidden.length > 0) parts.push({ kind: 'folded', rows: hidden });
    hidden = [];
  };
  for (const [index, row] of rows.entries()) {
    if (isShown(row, index)) {
      flush();
      parts.push({ kind: 'row', row, change: row.change === 'SAME' ? undefined : count++ });
    } else hidden.push(row);
  }
  flush();
  return parts;
}

/** Return the change after (1) or before (-1) the present one, around the ends; undefined if there is none. */
export const nextChange = (present: number | undefined, by: 1 | -1, count: number): number | undefined =>
  count === 0 ? undefined : present === undefined ? (by === 1 ? 0 : count - 1) : (present + by + count) % count;
