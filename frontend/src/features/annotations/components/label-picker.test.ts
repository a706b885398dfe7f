import { describe, expect, it } from 'vitest';

import { labelChoices } from './label-picker';

const label = (name: string) => ({ id: name, name, color: '#2f7fc4' });
const LABELS = [label('Party'), label('Gerichtsstand'), label('Prémisse')];
const names = (text: string) => labelChoices(LABELS, text).map((choice) => (choice.kind === 'label' ? choice.label.name : `+${choice.name}`));

describe('the label picker', () => {
  it('offers all labels without a search text', () => {
    expect(names('')).toEqual(['Party', 'Gerichtsstand', 'Prémisse']);
  });

  it.each([
    ['part', ['Party', '+part']],
    ['PARTY', ['Party']], // exists, cannot be created
    ['premisse', ['Prémisse']], // ignores accents
    ['  Term ', ['+Term']],
    ['   ', ['Party', 'Gerichtsstand', 'Prémisse']],
  ])('finds labels by %j', (text, offered) => {
    expect(names(text)).toEqual(offered);
  });

  it('keeps the place of labels in the list, which decides their keys, also in search results', () => {
    const many = Array.from({ length: 11 }, (_, index) => label(`L${index + 1}`));
    const places = labelChoices(many, '').map((choice) => choice.kind === 'label' && choice.index);
    expect(places.slice(7)).toEqual([7, 8, 9, 10]);
    const [first] = labelChoices(many, 'L9');
    expect(first).toMatchObject({ index: 8 });
  });
});
