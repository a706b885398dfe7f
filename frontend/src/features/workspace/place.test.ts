import { describe, expect, it } from 'vitest';

import { chooseCorpus } from './corpus-choice';
import { pageOfText } from './text-place';

const info = (number: number, textStart: number, textEnd: number) => ({ number, label: '', textStart, textEnd, width: 1, height: 1, tokenCount: 1, tokensUrl: '' });

const [mine, deal, other] = [
  { uuid: 'mine', title: 'My documents', myPermissions: [] },
  { uuid: 'deal', title: 'Deal', myPermissions: [] },
  { uuid: 'other', title: 'Other', myPermissions: [] },
];

describe('the corpus that annotations go to', () => {
  it.each([
    [[mine, deal], undefined, 'mine'],
    [[mine, deal], 'deal', 'deal'],
    [[deal], undefined, 'deal'], // the personal one does not hold it
    [[deal], 'mine', 'mine'], // asked for: the document will join
    [[], undefined, 'mine'],
    [[deal], 'other', 'deal'], // the one in the address does not hold it
  ])('holding %j, asked for %s: %s', (holding, wanted, chosen) => {
    expect(chooseCorpus(mine, holding, wanted).chosen?.uuid).toBe(chosen);
  });

  it('is for guests one that holds it, or none', () => {
    expect(chooseCorpus(undefined, [deal], undefined).chosen).toBe(deal);
    expect(chooseCorpus(undefined, [], 'deal')).toEqual({ choices: [], chosen: undefined });
  });

  it('offers the personal one first, and each once', () => {
    expect(chooseCorpus(mine, [other, mine, deal], undefined).choices).toEqual([mine, other, deal]);
  });
});

it.each([
  [0, 1],
  [99, 1],
  [100, undefined], // between the pages
  [101, 2],
  [150, undefined],
])('offset %i is on page %s', (offset, page) => {
  expect(pageOfText([info(1, 0, 100), info(2, 101, 150)], offset)).toBe(page);
});
