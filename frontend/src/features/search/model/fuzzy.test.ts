import { describe, expect, it } from 'vitest';

import { fuzzyScore } from './fuzzy';

describe('what was typed', () => {
  it.each([
    ['fit', 'Fit width'],
    ['fw', 'Fit width'],
    ['width fit', 'Fit width'],
    ['rotcl', 'Rotate clockwise'],
    ['drkppr', 'Dark paper, in the dark theme'],
    ['ubersicht', 'Übersicht der Seiten'],
    ['', 'Print'],
  ])('%s matches %s', (typed, text) => {
    expect(fuzzyScore(typed, text)).not.toBeNull();
  });

  it.each([
    ['idth', 'Fit width'], // not from the start of a word
    ['fwx', 'Fit width'],
    ['fit page', 'Fit width'],
    ['rent of the tenant', 'Rotate anticlockwise'],
  ])('%s does not match %s', (typed, text) => {
    expect(fuzzyScore(typed, text)).toBeNull();
  });

  it('matches words that are typed in whole best', () => {
    const [whole, parts] = ['Print', 'Previous page in the next text'].map((text) => fuzzyScore('print', text) ?? -1);
    expect(whole).toBeGreaterThan(parts ?? 0);
  });
});
