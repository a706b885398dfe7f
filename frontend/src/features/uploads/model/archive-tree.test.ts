import { describe, expect, it } from 'vitest';

import type { PlaceNode } from '@/features/documents/model/place-tree';

import { archiveTree } from './archive-tree';

interface Entry {
  path: string;
}

const drawn = (nodes: readonly PlaceNode<Entry>[]): unknown[] => nodes.map(({ name, inside }) => (inside.length > 0 ? [name, drawn(inside)] : name));
const tree = (...paths: string[]) => drawn(archiveTree(paths.map((path) => ({ path }))));

describe('files of a ZIP', () => {
  it('stand in their folders', () => {
    expect(tree('2024/may.txt', '2024/june.txt', 'index.txt')).toEqual([['2024', ['june.txt', 'may.txt']], 'index.txt']);
  });

  it('are all there when two have one name', () => {
    expect(tree('a/lease.txt', 'a/lease.txt', 'a/lease.txt')).toEqual([['a', ['lease.txt', 'lease.txt (2)', 'lease.txt (3)']]]);
  });

  it('show where they wanted to go', () => {
    expect(tree('../escape.txt')).toEqual([['..', ['escape.txt']]]);
  });
});
