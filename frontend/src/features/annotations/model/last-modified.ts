// Changes of a long list of annotations, from the annotations that were modified last and the number of all.
import type { Annotation } from './annotation';

export interface LastModified {
  /** the last modified first; all of them if there are no others */
  annotations: readonly Annotation[];
  /** the number of all annotations */
  total: number;
}

/**
 * Return the list with these changes; null if there may be others, so that the whole list has to be loaded: all of the annotations changed,
 * so that more may have, or the number of all shows that some were removed.
 */
export function withLastModified(known: readonly Annotation[], { annotations, total }: LastModified): readonly Annotation[] | null {
  const byUuid = new Map(known.map((each) => [each.uuid, each]));
  const changed = annotations.filter(({ uuid, modified }) => byUuid.get(uuid)?.modified !== modified);
  if (changed.length === annotations.length && total > annotations.length) return null;
  for (const each of changed) byUuid.set(each.uuid, each);
  if (byUuid.size !== total) return null;
  return changed.length === 0 ? known : [...byUuid.values()];
}
