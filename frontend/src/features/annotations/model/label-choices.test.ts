import { describe, expect, it } from 'vitest';

import { labelChoices } from './label-choices';

const label = (name: string) => ({ id: name, name, color: '#2f7fc4' });
const LABELS = [label('Party'), label('Gerichtsstand'), label('Prémisse')];
const names = (typed: string) => labelChoices(LABELS, typed).map((choice) => (choice.kind === 'label' ? choice.label.name : `+${choice.name}`));

describe('the label picker', () => {
  it('offers all labels before anything is typed', () => {
    expect(names('')).toEqual(['Party', 'Gerichtsstand', 'Prémisse']);
  });

  it.each([
    ['part', ['Party', '+part']],
    ['PARTY', ['Party']], // there already: nothing to create
    ['premisse', ['Prémisse']], // accents are not needed
    ['  Term ', ['+Term']],
    ['   ', ['Party', 'Gerichtsstand', 'Prémisse']],
  ])('typed %j', (typed, offered) => {
    expect(names(typed)).toEqual(offered);
  });

  it('gives digits to the first nine, whatever is typed', () => {
    const many = Array.from({ length: 11 }, (_, index) => label(`L${index + 1}`));
    const digits = labelChoices(many, '').map((choice) => choice.kind === 'label' && choice.digit);
    expect(digits.slice(7)).toEqual([8, 9, null, null]);
    const [found] = labelChoices(many, 'L9');
    expect(found).toMatchObject({ digit: 9 });
  });
});
