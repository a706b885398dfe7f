import { expect, it } from 'vitest';

import { emphasise } from './emphasis';

const marked = (passage: string, question: string) =>
  emphasise(passage, question)
    .map(({ text, strong }) => (strong ? `[${text}]` : text))
    .join('');

it.each([
  ['The Supplier shall supply', 'supplier', 'The [Supplier] shall supply'], // whole words, any case
  ['paid for the work', 'is the work paid?', '[paid] for the [work]'], // common words say nothing
  ['a (b) c*', 'c* (b)', 'a (b) c*'], // a question is not a pattern
  ['Verträge und Kündigung', 'kündigung', 'Verträge und [Kündigung]'],
  ['nothing', '', 'nothing'],
  ['<b>bold</b>', 'bold', '<b>[bold]</b>'], // text stays text
])('%j for %j', (passage, question, expected) => {
  expect(marked(passage, question)).toBe(expected);
});
