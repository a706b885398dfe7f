import { describe, expect, it } from 'vitest';

import { markedParts } from './answer-text';

const TEXT = 'The Tenant shall pay a rent of 1,200 dollars each month.';
const shown = (...quotes: string[]) => markedParts(TEXT, quotes).map(({ text, isMarked }) => (isMarked ? `[${text}]` : text));

describe('marked parts of a sentence', () => {
  it('are the words of the quotes', () => {
    expect(shown('1,200 dollars')).toEqual(['The Tenant shall pay a rent of ', '[1,200 dollars]', ' each month.']);
    expect(shown('each month.', 'The\nTenant')).toEqual(['[The Tenant]', ' shall pay a rent of 1,200 dollars ', '[each month.]']);
    expect(shown(TEXT)).toEqual([`[${TEXT}]`]);
  });

  it('do not overlap', () => {
    expect(shown('rent of 1,200', 'a rent of 1,200 dollars', '1,200').join('')).toBe('The Tenant shall pay [a rent of 1,200 dollars] each month.');
    expect(shown('a rent of', 'of 1,200').join('')).toBe('The Tenant shall pay [a rent of][ 1,200] dollars each month.');
  });

  it('are none if the quotes are not in the text', () => {
    expect(shown('penguins', '', ' ')).toEqual([TEXT]);
  });
});
