// Paths like "annex.zip/plans/site.pdf" as a tree. Names without an item are folders.

export interface PathNode<Item> {
  name: string;
  /** unique in the tree */
  path: string;
  /** absent for folders */
  item?: Item;
  children: PathNode<Item>[];
}

const byName = <Item>(a: PathNode<Item>, b: PathNode<Item>) => a.name.localeCompare(b.name, 'en', { numeric: true });

const sorted = <Item>(nodes: readonly PathNode<Item>[]): PathNode<Item>[] => nodes.map((node) => ({ ...node, children: sorted(node.children) })).toSorted(byName);

/** Build the tree. Paths may be relative to `root` or start with it. */
export function pathTree<Item>(items: readonly Item[], pathOf: (item: Item) => string, root = ''): PathNode<Item>[] {
  const top: PathNode<Item>[] = [];
  const byPath = new Map<string, PathNode<Item>>();
  const nodeAt = (names: readonly string[]): PathNode<Item> => {
    const path = names.join('/');
    const existing = byPath.get(path);
    if (existing) return existing;
    const node: PathNode<Item> = { name: names.at(-1) ?? '', path, children: [] };
    byPath.set(path, node);
    (names.length > 1 ? nodeAt(names.slice(0, -1)).children : top).push(node);
    return node;
  };
  for (const item of items) {
    const path = pathOf(item);
    const relative = root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
    nodeAt(relative.split('/').filter(Boolean)).item = item;
  }
  return sorted(top);
}
