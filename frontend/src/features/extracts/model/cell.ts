// Cells of an extract: what the grid shows of them.

import { t } from '@lingui/core/macro';

import { serverSentence } from '@/lib/messages/server-sentences';

export type CellStatus = 'pending' | 'running' | 'found' | 'unproven' | 'not_found' | 'failed' | 'skipped';
export type CellReview = 'unreviewed' | 'approved' | 'rejected' | 'edited';

export interface Source {
  start: number;
  end: number;
  page: number;
  quote: string;
}

/** A cell as the API sends it. */
export interface Cell {
  id: string;
  column: string;
  status: CellStatus;
  /** the value as it is shown */
  text: string;
  /** why there is no value, or why it does not fit its type */
  problem: string;
  sources: readonly Source[];
  /** 0 to 1 */
  confidence: number | null;
  engine: string;
  review: CellReview;
  /** the id of the user who has decided */
  reviewer: string | null;
  has_conflict: boolean;
  is_outdated: boolean;
  version: string;
  /** an edit waits to be saved */
  pending?: boolean;
  /** why the last edit was rejected */
  failure?: string;
}

/** A decision about a cell; or another value, another source, or both. */
export interface CellChange {
  review?: CellReview;
  text?: string;
  sources?: readonly { start: number; end: number; quote: string }[];
}

export interface Column {
  id: string;
  name: string;
  question: string;
  type: string;
}

export interface GridRow {
  id: string;
  document: string;
  title: string;
  state: string;
  /** of the error of a failure */
  code: string;
  message: string;
  /** the document has a newer text than the answers */
  is_outdated: boolean;
  cells: ReadonlyMap<string, Cell>;
}

/** Below this confidence a value is marked. */
export const LOW_CONFIDENCE = 0.6;

export const isOpen = ({ status }: Cell) => status === 'pending' || status === 'running';
export const isUnsure = ({ status, confidence }: Cell) => status === 'found' && confidence !== null && confidence < LOW_CONFIDENCE;

/** Return whether a review of the cell is still to be done. */
export const needsReview = (cell: Cell | undefined) => cell !== undefined && cell.review === 'unreviewed' && !isOpen(cell) && cell.status !== 'failed' && cell.status !== 'skipped';

/** Only proven values, and "not found", can be approved. */
export const canApprove = ({ status }: Cell) => status === 'found' || status === 'not_found';

const STATUS_TEXTS: Record<CellStatus, string> = {
  pending: t`Waiting`,
  running: t`Reading…`,
  found: '',
  unproven: t`No source in the document`,
  not_found: t`Not found`,
  failed: t`Failed`,
  skipped: t`Skipped`,
};

const REVIEW_TEXTS: Record<CellReview, string> = { unreviewed: '', approved: t`Approved`, rejected: t`Rejected`, edited: t`Edited` };

/** Return a text for a cell without a value. */
export const statusText = (status: CellStatus): string => STATUS_TEXTS[status];
export const reviewText = (review: CellReview): string => REVIEW_TEXTS[review];

export const percent = (confidence: number): string => `${Math.round(100 * confidence)}%`;

export const notSavedText = (failure: string): string => t`Not saved: ${failure}`;

/** Return the whole state of a cell in words, for screen readers and tooltips. */
export function cellLabel(cell: Cell): string {
  const { status, text, problem, confidence, review, has_conflict, is_outdated, pending, failure } = cell;
  return [
    text,
    STATUS_TEXTS[status],
    serverSentence(problem),
    isUnsure(cell) && confidence !== null && t`Only ${percent(confidence)} sure`,
    REVIEW_TEXTS[review],
    has_conflict && t`Another value than in the last run`,
    is_outdated && t`Its question was changed since`,
    pending && t`Not saved yet`,
    failure && notSavedText(failure),
  ]
    .filter(Boolean)
    .join('. ');
}
