import { expect, test } from 'vitest';

import { pathTree, type PathNode } from './path-tree';

const lines = (nodes: readonly PathNode<string>[], depth = 0): string[] =>
  nodes.flatMap(({ name, item, children }) => [`${'  '.repeat(depth)}${name}${item === undefined ? '/' : ''}`, ...lines(children, depth + 1)]);

const tree = (paths: readonly string[], root?: string) => lines(pathTree(paths, (path) => path, root));

test('attachments of an e-mail are below it, folders of archives are folders', () => {
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

test('an e-mail comes before its attachments in any input order', () => {
  expect(tree(['inner.eml/c.pdf', 'inner.eml'])).toEqual(['inner.eml', '  c.pdf']);
});

test('the tree of an attached e-mail starts at its path', () => {
  expect(tree(['inner.eml/c.pdf', 'inner.eml/deep.eml/d.pdf'], 'inner.eml')).toEqual(['c.pdf', 'deep.eml/', '  d.pdf']);
});
