// The labels of a document with the edits that the server has not stored yet.
import type { DocumentLabelEdit } from '../api/document-label-edits';
import type { DocumentLabel } from '../api/document-labels';

export interface ShownLabel extends DocumentLabel {
  /** true until the server has stored it */
  pending?: boolean;
}

function apply(labels: readonly ShownLabel[], { label, remove }: DocumentLabelEdit): readonly ShownLabel[] {
  const present = labels.find(({ uuid }) => uuid === label.uuid);
  if (remove) return labels.filter((each) => each !== present);
  if (!present) return [...labels, { ...label, pending: true }];
  return present.suggested ? labels.map((each) => (each === present ? { ...each, suggested: false, pending: true } : each)) : labels;
}

export const withWaiting = (labels: readonly DocumentLabel[], edits: readonly DocumentLabelEdit[]): readonly ShownLabel[] => edits.reduce<readonly ShownLabel[]>(apply, labels);
