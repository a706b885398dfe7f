// Which of the selected documents have a label, and what a choice of labels changes.

export interface LabelledDocument {
  uuid: string;
  labels: readonly { uuid: string; suggested?: boolean }[];
}

export interface LabelChange {
  labelId: string;
  documentIds: readonly string[];
  remove: boolean;
}

/** The labels that were checked or unchecked; the others stay as they are. */
export type LabelChoice = ReadonlyMap<string, boolean>;

/** Check whether a document has a label that is not a suggestion. */
const has = (label: string, { labels }: LabelledDocument) => labels.some(({ uuid, suggested }) => uuid === label && !suggested);
const hasOrMayGet = (label: string, { labels }: LabelledDocument) => labels.some(({ uuid }) => uuid === label);

/** Return the state of the checkbox of a label: on if all documents have it, mixed if some have, or if it is suggested. */
export function markOf(label: string, documents: readonly LabelledDocument[], choice: LabelChoice): boolean | 'indeterminate' {
  const chosen = choice.get(label);
  if (chosen !== undefined) return chosen;
  const labelled = documents.filter((document) => has(label, document)).length;
  return labelled === documents.length || (documents.some((document) => hasOrMayGet(label, document)) && 'indeterminate');
}

/** Return the changes that a choice makes, suggestions included; documents that have a label already, or not, are left out. */
export const changesOf = (choice: LabelChoice, documents: readonly LabelledDocument[]): LabelChange[] =>
  [...choice]
    .map(([labelId, on]) => ({ labelId, remove: !on, documentIds: documents.filter((document) => (on ? !has(labelId, document) : hasOrMayGet(labelId, document))).map(({ uuid }) => uuid) }))
    .filter(({ documentIds }) => documentIds.length > 0);

/** Return the labels whose name contains the text, in any case. */
export function labelsNamed<Label extends { name: string }>(labels: readonly Label[], text: string): Label[] {
  const wanted = text.trim().toLowerCase();
  return labels.filter(({ name }) => name.toLowerCase().includes(wanted));
}

/** Return the name of the label that the text would create; undefined if there is one of this name. */
export function newName(labels: readonly { name: string }[], text: string): string | undefined {
  const name = text.trim().replaceAll(/\s+/g, ' ');
  return name === '' || labels.some((label) => label.name.toLowerCase() === name.toLowerCase()) ? undefined : name;
}
