import { expect, test } from 'vitest';

import { placeTree, type PlaceNode } from './place-tree';

const drawn = (nodes: readonly PlaceNode<string>[], depth = 0): string[] =>
  nodes.flatMap(({ name, item, inside }) => [`${'  '.repeat(depth)}${name}${item === undefined ? '/' : ''}`, ...drawn(inside, depth + 1)]);

const tree = (places: readonly string[], root?: string) => drawn(placeTree(places, (place) => place, root));

test('what lies in a letter stands below it, folders of archives are folders', () => {
  expect(tree(['b.pdf', 'inner.eml', 'inner.eml/c.pdf', 'plans.zip/site/10.png', 'plans.zip/site/9.png'])).toEqual([
    'b.pdf',
    'inner.eml',
    '  c.pdf',
    'plans.zip/',
    '  site/',
    '    9.png',
    '    10.png',
  ]);
});

test('a letter comes before what is in it, whatever the order in which they are told', () => {
  expect(tree(['inner.eml/c.pdf', 'inner.eml'])).toEqual(['inner.eml', '  c.pdf']);
});

test('the tree of a letter in a letter begins there', () => {
  expect(tree(['inner.eml/c.pdf', 'inner.eml/deep.eml/d.pdf'], 'inner.eml')).toEqual(['c.pdf', 'deep.eml/', '  d.pdf']);
});
