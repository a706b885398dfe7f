import { describe, expect, it } from 'vitest';

import { targetsFor, treeRows, pathTo, withBelow, type TreeFolder } from './folder-tree';

const folder = (path: string, documentCount = 1): TreeFolder => {
  const names = path.split('/');
  return { uuid: path, parentUuid: names.slice(0, -1).join('/') || null, name: names.at(-1) ?? '', path, documentCount };
};

const FOLDERS = ['Leases', 'Leases/2024', 'Leases/2024/May', 'Leases-old', '10', '9'].map((path) => folder(path));
const rows = (...open: string[]) => treeRows(FOLDERS, new Set(open)).map((row) => `${row.depth} ${row.folder.path}`);
const paths = (folders: readonly TreeFolder[]) => folders.map(({ path }) => path);

describe('the tree of folders', () => {
  it('lists the top level by name with numeric order, and the children of open folders', () => {
    expect(rows()).toEqual(['0 9', '0 10', '0 Leases', '0 Leases-old']);
    expect(rows('Leases')).toEqual(['0 9', '0 10', '0 Leases', '1 Leases/2024', '0 Leases-old']);
    expect(rows('Leases/2024')).toHaveLength(4); // open, but its parent is closed
  });

  it('counts the documents of a folder with its subfolders', () => {
    const leases = treeRows(FOLDERS, new Set()).find((row) => row.folder.path === 'Leases');
    expect(leases).toMatchObject({ total: 3, hasChildren: true, isOpen: false });
  });

  it('returns the path to a folder', () => {
    expect(paths(pathTo(FOLDERS, 'Leases/2024/May'))).toEqual(['Leases', 'Leases/2024', 'Leases/2024/May']);
    expect(pathTo(FOLDERS, 'deleted')).toEqual([]);
  });

  it('returns a folder with its subfolders, parents first, and none with the same prefix', () => {
    const [leases] = FOLDERS;
    expect(paths(withBelow(FOLDERS.toReversed(), leases ?? folder('')))).toEqual(['Leases', 'Leases/2024', 'Leases/2024/May']);
  });

  it('excludes folders that cannot be the target of a move', () => {
    const moved = FOLDERS[1];
    expect(paths(targetsFor(FOLDERS, moved))).toEqual(['9', '10', 'Leases-old']);
    expect(targetsFor(FOLDERS, undefined)).toHaveLength(6);
  });
});
