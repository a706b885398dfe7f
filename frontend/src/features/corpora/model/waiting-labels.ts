// The labels of documents with the edits that the server has not stored yet.
import type { DocumentLabelsEdit } from '../api/document-label-edits';
import type { DocumentLabel } from '../api/document-labels';

export interface ShownLabel extends DocumentLabel {
  /** true until the server has stored it */
  pending?: boolean;
}

interface Change {
  label: DocumentLabel;
  remove: boolean;
}

function apply(labels: readonly ShownLabel[], { label, remove }: Change): readonly ShownLabel[] {
  const present = labels.find(({ uuid }) => uuid === label.uuid);
  if (remove) return labels.filter((each) => each !== present);
  if (!present) return [...labels, { ...label, pending: true }];
  return present.suggested ? labels.map((each) => (each === present ? { ...each, suggested: false, pending: true } : each)) : labels;
}

/** Return the labels of a document with the changes that wait, in the order in which they were made. */
export const withWaiting = (labels: readonly DocumentLabel[], edits: readonly DocumentLabelsEdit[], document: string): readonly ShownLabel[] =>
  edits
    .flatMap(({ changes }) => changes)
    .filter(({ documentIds }) => documentIds.includes(document))
    .reduce<readonly ShownLabel[]>(apply, labels);
