import { describe, expect, it } from 'vitest';

import { makeAnnotation } from '@/testing/annotations';

import { annotationAt, annotationsAt, byPosition, groupByPage, isOrphan, nextSuggestion } from './annotation';

const span = (page: number, first: number, last: number) => ({ page, first, last });

describe('annotations by page', () => {
  it('lists an annotation on every page that it covers', () => {
    const crossing = makeAnnotation('crossing', [span(1, 90, 99), span(2, 0, 4)]);
    const inside = makeAnnotation('inside', [span(2, 7, 8)]);
    const pages = groupByPage([inside, crossing]);
    expect(pages.get(1)?.map(({ uuid }) => uuid)).toEqual(['crossing']);
    expect(pages.get(2)?.map(({ uuid }) => uuid)).toEqual(['crossing', 'inside']);
  });

  it('sorts by reading order, longer ones first', () => {
    const list = [makeAnnotation('c', [span(2, 0, 1)]), makeAnnotation('b', [span(1, 3, 4)]), makeAnnotation('a', [span(1, 3, 9)])];
    expect(list.toSorted(byPosition).map(({ uuid }) => uuid)).toEqual(['a', 'b', 'c']);
  });

  it('treats annotations without words as orphans', () => {
    expect(isOrphan(makeAnnotation('orphan', []))).toBe(true);
  });
});

describe('the annotation at a word', () => {
  const long = makeAnnotation('long', [span(1, 0, 20)]);
  const short = makeAnnotation('short', [span(1, 5, 6)]);

  it('is the shortest one that covers the word', () => {
    expect(annotationAt([long, short], 1, 5)?.uuid).toBe('short');
    expect(annotationAt([long, short], 1, 7)?.uuid).toBe('long');
  });

  it('comes first of all that cover the word', () => {
    expect(annotationsAt([long, short], 1, 6).map(({ uuid }) => uuid)).toEqual(['short', 'long']);
  });

  it('is undefined if none covers the word', () => {
    expect(annotationAt([long, short], 1, 21)).toBeUndefined();
    expect(annotationAt([long, short], 2, 5)).toBeUndefined();
  });
});

describe('the next suggestion', () => {
  const suggest = (uuid: string, first: number) => ({ ...makeAnnotation(uuid, [span(1, first, first)]), review: 'PENDING' as const });
  const [early, late] = [suggest('early', 3), suggest('late', 9)];
  const human = makeAnnotation('human', [span(1, 5, 6)]);
  const all = [late, human, early];

  it('is the next one in reading order, after the last one the first', () => {
    expect(nextSuggestion(all, undefined)).toBe(early);
    expect(nextSuggestion(all, early)).toBe(late);
    expect(nextSuggestion(all, human)).toBe(late);
    expect(nextSuggestion(all, late)).toBe(early);
  });

  it('is missing if there is no other', () => {
    expect(nextSuggestion([human, early], early)).toBeUndefined();
  });
});
