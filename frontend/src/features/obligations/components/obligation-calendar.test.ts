import { describe, expect, it } from 'vitest';

import { addMonths, byDay, monthOf, weeksOf } from './obligation-calendar';

describe('months', () => {
  it('are added across years', () => {
    expect(addMonths('2028-12', 1)).toBe('2029-01');
    expect(addMonths('2028-01', -1)).toBe('2027-12');
  });

  it('are those of the local day', () => {
    expect(monthOf(new Date(2028, 1, 29))).toBe('2028-02');
  });

  it('have whole weeks from Monday to Sunday', () => {
    const weeks = weeksOf('2028-02'); // a leap year; 1 February is a Tuesday
    expect(weeks).toHaveLength(5);
    expect(weeks[0]).toEqual(['2028-01-31', '2028-02-01', '2028-02-02', '2028-02-03', '2028-02-04', '2028-02-05', '2028-02-06']);
    expect(weeks[4]?.slice(0, 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  });

  it('that fit four weeks have four', () => {
    expect(weeksOf('2027-02').map(([monday]) => monday)).toEqual(['2027-02-01', '2027-02-08', '2027-02-15', '2027-02-22']);
  });
});

describe('days', () => {
  it('have their obligations in order, without those that have no date', () => {
    const [one, two, open] = [{ due: '2028-02-29', id: 1 }, { due: '2028-02-29', id: 2 }, { due: null, id: 3 }];
    expect([...byDay([one, two, open])]).toEqual([['2028-02-29', [one, two]]]);
  });
});
