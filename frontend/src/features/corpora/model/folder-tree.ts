// Folders as a tree: visible rows, paths and move targets.

export interface TreeFolder {
  uuid: string;
  parentUuid: string | null;
  name: string;
  path: string;
  documentCount: number;
}

export interface TreeRow<F extends TreeFolder> {
  folder: F;
  depth: number;
  hasChildren: boolean;
  isOpen: boolean;
  /** documents in the folder and its subfolders */
  total: number;
}

const byName = (a: TreeFolder, b: TreeFolder) => a.name.localeCompare(b.name, 'en', { numeric: true, sensitivity: 'base' });

function childrenOf<F extends TreeFolder>(folders: readonly F[]): ReadonlyMap<string | null, F[]> {
  const children = new Map<string | null, F[]>();
  for (const folder of folders) {
    const siblings = children.get(folder.parentUuid) ?? [];
    siblings.push(folder);
    children.set(folder.parentUuid, siblings);
  }
  for (const siblings of children.values()) siblings.sort(byName);
  return children;
}

export const isBelow = (folder: TreeFolder, other: TreeFolder) => folder.path === other.path || folder.path.startsWith(`${other.path}/`);

/** Return the folder and its subfolders, parents first. */
export const withBelow = <F extends TreeFolder>(folders: readonly F[], folder: F): F[] =>
  folders.filter((each) => isBelow(each, folder)).toSorted((a, b) => a.path.split('/').length - b.path.split('/').length);

/** Return the folders from the top level to the folder itself. */
export function pathTo<F extends TreeFolder>(folders: readonly F[], uuid: string | undefined): F[] {
  const path: F[] = [];
  const known = new Map(folders.map((folder) => [folder.uuid, folder]));
  for (let here = uuid ? known.get(uuid) : undefined; here; here = here.parentUuid ? known.get(here.parentUuid) : undefined) path.unshift(here);
  return path;
}

function totals(folders: readonly TreeFolder[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  const known = new Map(folders.map((folder) => [folder.uuid, folder]));
  for (const { uuid, documentCount } of folders) {
    for (let here = known.get(uuid); here; here = here.parentUuid ? known.get(here.parentUuid) : undefined) {
      sums.set(here.uuid, (sums.get(here.uuid) ?? 0) + documentCount);
    }
  }
  return sums;
}

/** Return the visible rows: the top level and the children of open folders. */
export function treeRows<F extends TreeFolder>(folders: readonly F[], open: ReadonlySet<string>): TreeRow<F>[] {
  const children = childrenOf(folders);
  const sums = totals(folders);
  const rows = (parent: string | null, depth: number): TreeRow<F>[] =>
    (children.get(parent) ?? []).flatMap((folder) => {
      const hasChildren = children.has(folder.uuid);
      const isOpen = hasChildren && open.has(folder.uuid);
      const row = { folder, depth, hasChildren, isOpen, total: sums.get(folder.uuid) ?? 0 };
      return [row, ...(isOpen ? rows(folder.uuid, depth + 1) : [])];
    });
  return rows(null, 0);
}

/** Return the folders that one can be moved to: not itself, its subfolders or its present parent. */
export const targetsFor = <F extends TreeFolder>(folders: readonly F[], moved: F | undefined): F[] =>
  (moved ? folders.filter((folder) => !isBelow(folder, moved) && folder.uuid !== moved.parentUuid) : [...folders]).toSorted((a, b) =>
    a.path.localeCompare(b.path, 'en', { numeric: true }),
  );
