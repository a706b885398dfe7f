// All documents of a list that a filter selects, loaded or not.

export interface BulkSelection {
  /** the parameters of the list, as in REST */
  query: Record<string, string>;
  /** documents that are not selected */
  excluded: readonly string[];
  count: number;
}

interface Skipped {
  code: string;
  count: number;
}

interface Progress {
  isUndone: boolean;
  total: number;
  processed: number;
  changed: number;
  restored: number;
  skipped: readonly Skipped[];
}

/** Return the number of documents that a change goes through, and how many of them it has done. */
export function progressOf({ isUndone, total, processed, changed }: Progress): { done: number; all: number } {
  const all = isUndone ? changed : total;
  return { done: Math.min(processed, all), all };
}

/** Return how many documents needed no change. */
export const unchangedOf = ({ isUndone, processed, changed, skipped }: Progress): number =>
  isUndone ? 0 : Math.max(0, processed - changed - skipped.reduce((sum, { count }) => sum + count, 0));
