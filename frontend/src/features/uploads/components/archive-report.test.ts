import { describe, expect, it } from 'vitest';

import type { PathNode } from '@/features/documents/model/path-tree';

import { archiveTree } from './archive-report';

interface Entry {
  path: string;
}

const names = (nodes: readonly PathNode<Entry>[]): unknown[] => nodes.map(({ name, children }) => (children.length > 0 ? [name, names(children)] : name));
const tree = (...paths: string[]) => names(archiveTree(paths.map((path) => ({ path }))));

describe('files of a ZIP', () => {
  it('are shown in their folders', () => {
    expect(tree('2024/may.txt', '2024/june.txt', 'index.txt')).toEqual([['2024', ['june.txt', 'may.txt']], 'index.txt']);
  });

  it('are all shown if several have the same name', () => {
    expect(tree('a/lease.txt', 'a/lease.txt', 'a/lease.txt')).toEqual([['a', ['lease.txt', 'lease.txt (2)', 'lease.txt (3)']]]);
  });

  it('show paths that lead out of the archive', () => {
    expect(tree('../escape.txt')).toEqual([['..', ['escape.txt']]]);
  });
});
