import { expect, it } from 'vitest';

import { expiryAfter, scopesText } from './scopes';

it('lists scopes in a fixed order', () => expect(scopesText(['upload', 'read'])).toBe('read, upload'));

it.each([
  ['30', '1970-01-31T00:00:00.000Z'],
  ['', null],
])('the expiry after %j days is %s', (days, expiry) => expect(expiryAfter(days, 0)).toBe(expiry));
