import { describe, expect, it } from 'vitest';

import { citedBy, sourcesOf } from '@/lib/sources';

import type { Sentence } from '../api/conversations';

import { asPlainText } from './sources';

const citation = (start: number) => ({ documentUuid: 'd', title: 'Lease', page: 2, start, end: start + 4, quote: `words ${start}`, spans: [] });

const sentence = (text: string, ...starts: number[]): Sentence => ({ text, isVerified: starts.length > 0, citations: starts.map(citation) });

const answer = [sentence('The rent is 900 euros.', 10), sentence('It is due monthly.', 30, 10), sentence('It may rise.')];

describe('the sources of an answer', () => {
  it('have one number each, in the order in which they are cited', () => {
    expect(sourcesOf(answer).map(({ number, start }) => [number, start])).toEqual([
      [1, 10],
      [2, 30],
    ]);
  });

  it('are found for each sentence', () => {
    const sources = sourcesOf(answer);
    expect(answer.map((each) => citedBy(each, sources).map(({ number }) => number))).toEqual([[1], [1, 2], []]);
  });

  it('follow the copied text', () => {
    expect(asPlainText(answer)).toBe(
      'The rent is 900 euros. [1]\nIt is due monthly. [1] [2]\nIt may rise. (not verified)\n[1] Lease, p. 2: “words 10”\n[2] Lease, p. 2: “words 30”',
    );
  });
});
