import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { Span } from '@/features/annotations/model/annotation';
import { useAnnotatorState } from '@/features/annotations/model/annotator-store';
import { isSameBox } from '@/features/annotations/model/box';
import { isCaret, spansOf, type Selection, type Words } from '@/features/annotations/model/selection';

import { presenceOptions, sendLastReport, type PresentUser, type Report } from '../api/presence';
import { usePresenceParts } from '../use-presence-parts';

// Reports what the user sees and selects, and returns the other users.

/** Pages that are only scrolled past are not reported. */
const SETTLE_MS = 1_000;

interface Visit {
  documentId: string;
  page: number;
  words: Words;
}

// What a user's browser reports of the selection, and when.

/** The selected words, or a box. */
type Selected = Pick<Report, 'selection' | 'box'>;

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

const NOTHING_SELECTED: Selected = { selection: [], box: null };

/** The reports of a visit: the last one that was sent, and the timer of the next. */
class Reporter {
  private sent: Report;
  private sentAt = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private visit: Visit;

  constructor(visit: Visit) {
    this.visit = visit;
    this.sent = { page: visit.page, ...NOTHING_SELECTED };
  }

  /** Set the current visit; called after every rendering. */
  update(visit: Visit): void {
    this.visit = visit;
  }

  private get selected(): Selected {
    const { selection, box } = useAnnotatorState.getState();
    return { selection: reportedSelection(selection, this.visit.words), box };
  }

  /** Return the report that is sent now. */
  next(): Report {
    this.sentAt = Date.now();
    this.sent = { page: this.visit.page, ...this.selected };
    return this.sent;
  }

  isOnReportedPage(page: number): boolean {
    return this.sent.page === page;
  }

  /** Send the selection soon, if it is another one then. */
  schedule(send: () => void): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      if (!isSameSelection(this.selected, this.sent)) send();
    }, delayAfter(this.sentAt, Date.now()));
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Let the others see at once that the document was closed. */
  leave(documentId: string): void {
    if (this.sentAt === -Infinity) return;
    this.sentAt = -Infinity;
    this.sent = { ...this.sent, ...NOTHING_SELECTED };
    sendLastReport(documentId, this.sent);
  }
}

/** Report when the document or the browser tab is closed. */
function useLastReport(documentId: string, reporter: Reporter): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const leave = () => reporter.leave(documentId);
    globalThis.addEventListener('pagehide', leave);
    return () => {
      globalThis.removeEventListener('pagehide', leave);
      leave();
      queryClient.removeQueries({ queryKey: ['presence', documentId] });
    };
  }, [documentId, reporter, queryClient]);
}

const NO_USERS: readonly PresentUser[] = [];

/** Report the visit, and return the other users. Nothing is sent for a selection while there are none. */
function usePresence(visit: Visit): readonly PresentUser[] {
  const { documentId, page } = visit;
  const [reporter] = useState(() => new Reporter(visit));
  useEffect(() => reporter.update(visit));
  const { data = NO_USERS, refetch } = useQuery(presenceOptions(documentId, () => reporter.next()));
  useLastReport(documentId, reporter);
  useEffect(() => {
    if (reporter.isOnReportedPage(page)) return;
    const timer = setTimeout(() => void refetch(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [reporter, page, refetch]);
  const isAlone = data.length === 0;
  useEffect(() => {
    if (isAlone) return;
    const schedule = () => reporter.schedule(() => void refetch());
    schedule();
    const unsubscribe = useAnnotatorState.subscribe((state, before) => (state.selection !== before.selection || state.box !== before.box) && schedule());
    return () => {
      unsubscribe();
      reporter.stop();
    };
  }, [reporter, isAlone, refetch]);
  return data;
}

interface PresentUsersProps {
  documentId: string;
  page: number;
  words: Words;
  onPage: (page: number) => void;
}

/** Reports the visit, and lists the other users who have the document open. */
export function PresentUsers({ onPage, ...visit }: PresentUsersProps) {
  const present = usePresence(visit);
  const parts = usePresenceParts(present.length > 0);
  return parts && present.length > 0 && <parts.UserList present={present} onPage={onPage} />;
}
