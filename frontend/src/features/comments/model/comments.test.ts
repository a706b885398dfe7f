import { expect, test } from 'vitest';

import { completeMention, typedMention } from '../components/composer';

test.each([
  ['@gr', 'gr'],
  ['Look @', ''],
  ['(@grace', 'grace'],
])('%s is the beginning of a mention', (text, search) => {
  expect(typedMention(text, text.length)).toEqual({ start: text.lastIndexOf('@'), search });
});

test.each(['a@gr', '@@', 'grace', '@grace '])('%s is not', (text) => {
  expect(typedMention(text, text.length)).toBeNull();
});

test('a name replaces what was typed', () => {
  expect(completeMention('Look @gr now', { start: 5, search: 'gr' }, 'grace')).toEqual({ text: 'Look @grace now', caret: 12 });
});
