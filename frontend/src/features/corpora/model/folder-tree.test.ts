import { describe, expect, it } from 'vitest';

import { targetsFor, treeRows, wayTo, withBelow, type TreeFolder } from './folder-tree';

const folder = (path: string, documentCount = 1): TreeFolder => {
  const names = path.split('/');
  return { uuid: path, parentUuid: names.slice(0, -1).join('/') || null, name: names.at(-1) ?? '', path, documentCount };
};

const FOLDERS = ['Leases', 'Leases/2024', 'Leases/2024/May', 'Leases-old', '10', '9'].map((path) => folder(path));
const shown = (...open: string[]) => treeRows(FOLDERS, new Set(open)).map((row) => `${row.depth} ${row.folder.path}`);
const paths = (folders: readonly TreeFolder[]) => folders.map(({ path }) => path);

describe('the tree of folders', () => {
  it('shows the top by name, numbers as numbers, and what is below open folders', () => {
    expect(shown()).toEqual(['0 9', '0 10', '0 Leases', '0 Leases-old']);
    expect(shown('Leases')).toEqual(['0 9', '0 10', '0 Leases', '1 Leases/2024', '0 Leases-old']);
    expect(shown('Leases/2024')).toHaveLength(4); // open, but below a closed one
  });

  it('counts the documents of a folder with those below it', () => {
    const leases = treeRows(FOLDERS, new Set()).find((row) => row.folder.path === 'Leases');
    expect(leases).toMatchObject({ total: 3, hasChildren: true, isOpen: false });
  });

  it('knows the way to a folder', () => {
    expect(paths(wayTo(FOLDERS, 'Leases/2024/May'))).toEqual(['Leases', 'Leases/2024', 'Leases/2024/May']);
    expect(wayTo(FOLDERS, 'gone')).toEqual([]);
  });

  it('takes a folder with all below it, parents first, and no namesake', () => {
    const [leases] = FOLDERS;
    expect(paths(withBelow(FOLDERS.toReversed(), leases ?? folder('')))).toEqual(['Leases', 'Leases/2024', 'Leases/2024/May']);
  });

  it('offers no folder that cannot be the target of a move', () => {
    const moved = FOLDERS[1];
    expect(paths(targetsFor(FOLDERS, moved))).toEqual(['9', '10', 'Leases-old']);
    expect(targetsFor(FOLDERS, undefined)).toHaveLength(6);
  });
});
