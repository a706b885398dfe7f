import { describe, expect, it } from 'vitest';

import { makeAnnotation } from '@/testing/annotations';

import type { Annotation } from './annotation';
import { countLabels, filterAnnotations, makersOf, NO_FILTER } from './annotation-filter';

const make = (uuid: string, label: string, changes: Partial<Annotation> = {}): Annotation => ({ ...makeAnnotation(uuid, [{ page: 1, first: 0, last: 1 }], label), ...changes });

const ada = { username: 'ada', name: 'Ada' };
const ANNOTATIONS = [
  make('a', 'Party', { creator: ada, quote: 'Acme Ltd' }),
  make('b', 'Date', { creator: ada, note: 'Début' }),
  make('c', 'Party', { source: 'ANALYZER', review: 'PENDING', confidence: 0.8 }),
];

const shown = (filter: Partial<typeof NO_FILTER>) => filterAnnotations(ANNOTATIONS, { ...NO_FILTER, ...filter }).map(({ uuid }) => uuid);

describe('the filter of annotations', () => {
  it('shows all by default', () => {
    expect(filterAnnotations(ANNOTATIONS, NO_FILTER)).toBe(ANNOTATIONS);
  });

  it.each([
    [{ labels: ['Party'] }, ['a', 'c']],
    [{ labels: ['Party', 'Date'] }, ['a', 'b', 'c']],
    [{ maker: '@ada' }, ['a', 'b']],
    [{ maker: 'ANALYZER' }, ['c']],
    [{ suggested: true }, ['c']],
    [{ text: 'debut' }, ['b']],
    [{ text: 'ltd acme' }, ['a']],
    [{ text: 'party', maker: 'ANALYZER' }, ['c']],
    [{ text: 'nothing' }, []],
    [{ uncertain: true }, ['c']],
  ])('%j shows %j', (filter, expected) => {
    expect(shown(filter)).toEqual(expected);
  });
});

it('counts labels, the most frequent first', () => {
  expect(countLabels(ANNOTATIONS).map(({ label, count }) => [label.name, count])).toEqual([
    ['Party', 2],
    ['Date', 1],
  ]);
});

it('lists users before programs', () => {
  expect(makersOf(ANNOTATIONS.toReversed()).map(({ name }) => name)).toEqual(['Ada', 'Analyzers']);
});
