import { describe, expect, it } from 'vitest';

import { chooseCorpus } from './use-corpus-choice';

const [personal, deal, other] = [
  { uuid: 'personal', title: 'My documents', myPermissions: [] },
  { uuid: 'deal', title: 'Deal', myPermissions: [] },
  { uuid: 'other', title: 'Other', myPermissions: [] },
];

describe('the corpus of new annotations', () => {
  it.each([
    [[personal, deal], undefined, 'personal'],
    [[personal, deal], 'deal', 'deal'],
    [[deal], undefined, 'deal'], // the personal corpus does not contain the document
    [[deal], 'personal', 'personal'], // requested: the first annotation adds the document
    [[], undefined, 'personal'],
    [[deal], 'other', 'deal'], // the requested corpus does not contain the document
  ])('containing %j, requested %s: %s', (containing, requested, selected) => {
    expect(chooseCorpus(personal, containing, requested).selected?.uuid).toBe(selected);
  });

  it('is one that contains the document, or none, for anonymous users', () => {
    expect(chooseCorpus(undefined, [deal], undefined).selected).toBe(deal);
    expect(chooseCorpus(undefined, [], 'deal')).toEqual({ options: [], selected: undefined });
  });

  it('lists the personal corpus first, and each corpus once', () => {
    expect(chooseCorpus(personal, [other, personal, deal], undefined).options).toEqual([personal, other, deal]);
  });
});
