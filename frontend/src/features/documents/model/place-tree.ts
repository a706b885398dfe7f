// Places like "annex.zip/plans/site.pdf" as a tree: names that no document has are folders.

export interface PlaceNode<Item> {
  name: string;
  /** the names down to here, with slashes between: no two of a tree are the same */
  place: string;
  /** absent where it is but a folder */
  item?: Item;
  inside: PlaceNode<Item>[];
}

const byName = <Item>(one: PlaceNode<Item>, other: PlaceNode<Item>) => one.name.localeCompare(other.name, 'en', { numeric: true });

const sorted = <Item>(nodes: readonly PlaceNode<Item>[]): PlaceNode<Item>[] => nodes.map((node) => ({ ...node, inside: sorted(node.inside) })).toSorted(byName);

/** `root` is where the tree begins: places do not name it, or all of them begin with it. */
export function placeTree<Item>(items: readonly Item[], placeOf: (item: Item) => string, root = ''): PlaceNode<Item>[] {
  const top: PlaceNode<Item>[] = [];
  const known = new Map<string, PlaceNode<Item>>();
  const nodeAt = (names: readonly string[]): PlaceNode<Item> => {
    const place = names.join('/');
    const found = known.get(place);
    if (found) return found;
    const node: PlaceNode<Item> = { name: names.at(-1) ?? '', place, inside: [] };
    known.set(place, node);
    (names.length > 1 ? nodeAt(names.slice(0, -1)).inside : top).push(node);
    return node;
  };
  for (const item of items) {
    const place = placeOf(item);
    const below = root !== '' && place.startsWith(`${root}/`) ? place.slice(root.length + 1) : place;
    nodeAt(below.split('/').filter(Boolean)).item = item;
  }
  return sorted(top);
}
