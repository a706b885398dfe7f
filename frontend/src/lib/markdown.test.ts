import { expect, test } from 'vitest';

import { parseMarkdown, plainText } from './markdown';

const NAMES = new Set(['grace', 'ada.l']);

test('marks are parsed, and only known names are mentions', () => {
  expect(parseMarkdown('**No**, @grace. Not @eve.', NAMES)).toEqual([
    {
      kind: 'paragraph',
      lines: [
        [
          { kind: 'bold', parts: [{ kind: 'text', text: 'No' }] },
          { kind: 'text', text: ', ' },
          { kind: 'mention', text: '@grace' },
          { kind: 'text', text: '.' },
          { kind: 'text', text: ' Not ' },
          { kind: 'text', text: '@eve.' },
          ],
      ],
    },
  ]);
});

test('blocks are parsed', () => {
  const blocks = parseMarkdown('One\ntwo\n\n- a\n- b\n> said\n\n```\n<b>\n```\n1. c', NAMES);
  expect(blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'list', 'quote', 'code', 'list']);
});

test('headings stand alone, and have a level', () => {
  expect(parseMarkdown('# Leases\n## *Old* ones ##\nText', NAMES)).toEqual([
    { kind: 'heading', level: 1, parts: [{ kind: 'text', text: 'Leases' }] },
    { kind: 'heading', level: 2, parts: [{ kind: 'italic', parts: [{ kind: 'text', text: 'Old' }] }, { kind: 'text', text: ' ones' }] },
    { kind: 'paragraph', lines: [[{ kind: 'text', text: 'Text' }]] },
  ]);
  expect(plainText('# Leases\n\nAll of them')).toBe('Leases All of them');
});

test('links have the addresses of web pages only', () => {
  expect(parseMarkdown('[a](javascript:x) https://example.org/a.', NAMES)).toEqual([
    {
      kind: 'paragraph',
      lines: [[{ kind: 'text', text: '[a](javascript:x) ' }, { kind: 'link', href: 'https://example.org/a', text: 'https://example.org/a' }, { kind: 'text', text: '.' }]],
    },
  ]);
});

test('a comment on one line has no marks', () => {
  expect(plainText('Is this **the _party_**, @grace?\n\n- see [the lease](https://example.org/)\n- `a*b`')).toBe('Is this the party, @grace? see the lease a*b');
});
