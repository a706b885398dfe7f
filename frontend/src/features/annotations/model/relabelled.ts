import type { Label } from './annotation';

/** An annotation, of a document or in a list of a corpus. */
interface Labelled {
  label: Pick<Label, 'id' | 'name' | 'color'> & { path?: string };
  pending?: boolean;
}

type Labels = ReadonlyMap<string, Label>;

function isStale({ label }: Labelled, labels: Labels): boolean {
  const current = labels.get(label.id);
  return current !== undefined && (label.name !== current.name || label.color !== current.color || (label.path !== undefined && label.path !== current.path));
}

/** Return annotations with their labels as they are now, the same list if none has changed; null if a label is not known. */
export function relabelled<Each extends Labelled>(annotations: readonly Each[], labels: Labels): readonly Each[] | null {
  // The label of an annotation that waits to be saved may have been created here.
  if (annotations.some(({ label, pending }) => !pending && !labels.has(label.id))) return null;
  if (!annotations.some((each) => isStale(each, labels))) return annotations;
  return annotations.map((each) => (isStale(each, labels) ? { ...each, label: { ...each.label, ...labels.get(each.label.id) } } : each));
}
