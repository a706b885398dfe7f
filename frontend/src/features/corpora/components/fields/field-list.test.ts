import { describe, expect, it } from 'vitest';

import { changedChoices, movedUp } from './field-list';

const edited = [
  { key: 0, choice: 'Draft', name: ' Outline ' },
  { key: 1, choice: 'Signed', name: 'Signed' },
  { key: 2, name: 'Void' },
  { key: 3, name: ' ' },
];

describe('changedChoices', () => {
  it('has all names, and the stored ones that are renamed', () => {
    expect(changedChoices(edited)).toEqual({ choices: ['Outline', 'Signed', 'Void'], renamedChoices: [{ choice: 'Draft', name: 'Outline' }] });
  });
});

describe('movedUp', () => {
  it('moves one choice by one place', () => {
    expect(movedUp(edited, 2).map(({ key }) => key)).toEqual([0, 2, 1, 3]);
  });

  it('leaves the first one where it is', () => {
    expect(movedUp(edited, 0)).toEqual(edited);
  });
});
