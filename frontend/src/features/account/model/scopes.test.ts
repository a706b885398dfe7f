import { expect, it } from 'vitest';

import { lifetimesUpTo, scopesText } from './scopes';

it('lists scopes in a fixed order', () => expect(scopesText(['upload', 'read'])).toBe('read, upload'));

it.each([
  [0, ['30', '90', '365', '']],
  [365, ['30', '90', '365']],
  [60, ['30']],
  [7, ['7']],
])('with at most %j days, the lifetimes are %j', (longest, values) => expect(lifetimesUpTo(longest).map(({ value }) => value)).toEqual(values));
