import { describe, expect, it } from 'vitest';

import { textOf } from '@/features/viewer/model/token-page';
import { pageOfLines } from '@/testing/token-pages';

import { indexTerms, usesOn } from './uses';

const define = (term: string, start = 9_000) => ({ term, page: 9, start, end: start + term.length, text: `“${term}” means something.` });

const reference = (start: number, end: number) => ({ start, end, title: '4.2 Payment', targetPage: 7, targetStart: 800, targetEnd: 811 });

function found(line: string, terms: readonly string[], references: Parameters<typeof usesOn>[2] = []): string[] {
  const page = pageOfLines([line], 100);
  return usesOn(page, indexTerms(terms.map((term) => define(term))), references).map((use) => textOf(page, use));
}

describe('uses of defined terms', () => {
  it('are found between marks, in the plural and in the possessive', () => {
    expect(found('The “Affiliate”, (Affiliates) and Affiliate’s rights', ['Affiliate'])).toEqual(['“Affiliate”,', '(Affiliates)', 'Affiliate’s']);
    expect(found('each Party is bound', ['Parties', 'Party'])).toEqual(['Party']);
    expect(found('The Service is free', ['Services'])).toEqual(['Service']);
  });

  it('have the case of the term, and are whole words', () => {
    expect(found('an affiliate of the Feedback', ['Affiliate', 'Fee'])).toEqual([]);
  });

  it('are the longest terms', () => {
    expect(found('All Confidential Information is secret Information', ['Information', 'Confidential Information'])).toEqual(['Confidential Information', 'Information']);
    expect(found('Confidential, Information', ['Confidential Information'])).toEqual([]);
  });

  it('are not the places where the terms are defined', () => {
    const page = pageOfLines(['“Fee” means Fee'], 100);
    const uses = usesOn(page, indexTerms([define('Fee', 101)]), []);
    expect(uses.map(({ first, start, end }) => [first, start, end])).toEqual([[2, 112, 115]]);
  });

  it('have all definitions of their term', () => {
    const page = pageOfLines(['the Fee']);
    const [use] = usesOn(page, indexTerms([define('Fee', 900), define('Fee', 950)]), []);
    expect(use?.definitions.map(({ start }) => start)).toEqual([900, 950]);
  });

  it('never have one character: that may be an article', () => {
    expect(found('A plan', ['A'])).toEqual([]);
  });
});

describe('cross-references', () => {
  it('are found by their offsets, before the terms in them', () => {
    expect(found('see Section 4.2 of this', ['Section'], [reference(104, 115)])).toEqual(['Section 4.2']);
    expect(found('see Section 4.2 of this', [], [reference(500, 511)])).toEqual([]);
  });
});
