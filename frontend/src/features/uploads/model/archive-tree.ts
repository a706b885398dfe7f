// The files of a ZIP file as a tree. Several entries may have the same path.
import { pathTree, type PathNode } from '@/features/documents/model/path-tree';

export function archiveTree<Entry extends { path: string }>(entries: readonly Entry[]): PathNode<Entry>[] {
  const counts = new Map<string, number>();
  const paths = new Map<Entry, string>();
  for (const entry of entries) {
    const number = (counts.get(entry.path) ?? 0) + 1;
    counts.set(entry.path, number);
    paths.set(entry, number > 1 ? `${entry.path} (${number})` : entry.path);
  }
  return pathTree(entries, (entry) => paths.get(entry) ?? entry.path);
}
