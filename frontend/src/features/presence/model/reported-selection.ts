// What a user's browser reports of the selection, and when.
import type { Span } from '@/features/annotations/model/annotation';
import { isSameBox } from '@/features/annotations/model/box';
import { isCaret, spansOf, type Selection, type Words } from '@/features/annotations/model/selection';

import type { Report } from '../api/presence';

/** The selected words, or a box. */
export type Selected = Pick<Report, 'selection' | 'box'>;

/** The server accepts no more. */
const MAX_PAGES = 5;
const INTERVAL_MS = 500;
/** Gathers the changes of one movement. */
const GATHER_MS = 60;

/** Return the selected words of the first pages; none for the caret. */
export function reportedSelection(selection: Selection | null, words: Words): Span[] {
  return selection === null || isCaret(selection) ? [] : spansOf(selection, words).slice(0, MAX_PAGES);
}

const sameSpan = (a: Span, b: Span | undefined) => a.page === b?.page && a.first === b.first && a.last === b.last;

const sameSpans = (a: readonly Span[], b: readonly Span[]) => a.length === b.length && a.every((span, index) => sameSpan(span, b[index]));

export const isSameSelection = (a: Selected, b: Selected) => sameSpans(a.selection, b.selection) && isSameBox(a.box, b.box);

/** Return how long to wait before the next report. */
export const delayAfter = (lastReport: number, now: number) => Math.max(GATHER_MS, lastReport + INTERVAL_MS - now);
