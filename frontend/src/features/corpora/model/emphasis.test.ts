import { expect, it } from 'vitest';

import { emphasise } from './emphasis';

const marked = (passage: string, query: string) =>
  emphasise(passage, query)
    .map(({ text, strong }) => (strong ? `[${text}]` : text))
    .join('');

it.each([
  ['The Supplier shall supply', 'supplier', 'The [Supplier] shall supply'], // whole words, any case
  ['paid for the work', 'is the work paid?', '[paid] for the [work]'], // common words are not emphasised
  ['a (b) c*', 'c* (b)', 'a (b) c*'], // the query is not a pattern
  ['Verträge und Kündigung', 'kündigung', 'Verträge und [Kündigung]'],
  ['nothing', '', 'nothing'],
  ['<b>bold</b>', 'bold', '<b>[bold]</b>'], // text stays text
])('%j for %j', (passage, query, expected) => {
  expect(marked(passage, query)).toBe(expected);
});
