import { expect, it } from 'vitest';

import { lifetimesUpTo, scopesFor, scopesText, withScope } from './scopes';

it('lists scopes in a fixed order', () => expect(scopesText(['upload', 'read'])).toBe('read, upload'));

it.each([
  [0, ['30', '90', '365', '']],
  [365, ['30', '90', '365']],
  [60, ['30']],
  [7, ['7']],
])('with at most %j days, the lifetimes are %j', (longest, values) => expect(lifetimesUpTo(longest).map(({ value }) => value)).toEqual(values));

const ADMINISTRATOR = { is_staff: true, is_superuser: true };

it.each([
  [undefined, ['read', 'write', 'upload']],
  [{ is_staff: true, is_superuser: false }, ['read', 'write', 'upload', 'admin']],
  [ADMINISTRATOR, ['read', 'write', 'upload', 'admin', 'provisioning']],
])('a user with the rights %j can choose %j', (rights, values) => expect(scopesFor(rights).map(({ value }) => value)).toEqual(values));

it('lets the scope of directories stand alone', () => {
  expect(withScope(['read', 'write'], 'provisioning')).toEqual(['provisioning']);
  expect(withScope(['provisioning'], 'read')).toEqual(['read']);
});
