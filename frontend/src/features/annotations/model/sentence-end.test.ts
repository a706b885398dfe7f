import { describe, expect, it } from 'vitest';

import { endsSentence, hasEndMark } from './sentence-end';

describe('the end of a sentence', () => {
  it.each([
    ['rent.', 'The'],
    ['rent?', 'The'],
    ['rent!', 'The'],
    ['stop."', 'Then'],
    ['agreed.”)', 'Then'],
    ['2024.', 'The'], // four digits are a year
    ['終わりです。', '次'],
  ])('is at %s before %s', (word, next) => {
    expect(endsSentence(word, next)).toBe(true);
  });

  it.each([
    ['No.', '4'],
    ['Mr.', 'Smith'],
    ['Inc.', 'shall'],
    ['Inc.', 'The'],
    ['“Inc.', 'The'],
    ['U.S.', 'Dollars'],
    ['Sec.', '4.2'],
    ['4.2.', 'Rent'], // a number may be a heading's
    ['J.', 'Smith'],
    ['etc.)', 'The'],
    ['foo.', 'bar'], // lower case follows
    ['3.50', 'Euros'],
    ['rent;', 'The'],
    ['rent', 'The'],
    ['.....', '5'], // a table of contents
  ])('is not at %s before %s', (word, next) => {
    expect(endsSentence(word, next)).toBe(false);
  });

  it('has a mark, also after an abbreviation', () => {
    expect(hasEndMark('Inc.')).toBe(true);
    expect(hasEndMark('Inc')).toBe(false);
  });
});
