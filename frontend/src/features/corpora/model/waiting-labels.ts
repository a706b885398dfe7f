// The labels of a document with the edits that the server has not stored yet.
import type { DocumentLabelEdit } from '../api/document-label-edits';
import type { DocumentLabel } from '../api/document-labels';

export interface ShownLabel extends DocumentLabel {
  /** true until the server has stored it */
  pending?: boolean;
}

function apply(labels: readonly ShownLabel[], { label, remove }: DocumentLabelEdit): readonly ShownLabel[] {
  const others = labels.filter(({ uuid }) => uuid !== label.uuid);
  if (remove) return others;
  return others.length < labels.length ? labels : [...labels, { ...label, pending: true }];
}

export const withWaiting = (labels: readonly DocumentLabel[], edits: readonly DocumentLabelEdit[]): readonly ShownLabel[] => edits.reduce<readonly ShownLabel[]>(apply, labels);
