// The files of a ZIP with its folders. A ZIP may have two of one name: neither is left out.
import { placeTree, type PlaceNode } from '@/features/documents/model/place-tree';

export function archiveTree<Entry extends { path: string }>(entries: readonly Entry[]): PlaceNode<Entry>[] {
  const seen = new Map<string, number>();
  const places = new Map<Entry, string>();
  for (const entry of entries) {
    const times = (seen.get(entry.path) ?? 0) + 1;
    seen.set(entry.path, times);
    places.set(entry, times > 1 ? `${entry.path} (${times})` : entry.path);
  }
  return placeTree(entries, (entry) => places.get(entry) ?? entry.path);
}
