import { expect, it } from 'vitest';

import { expiryAfter, scopeWords } from './scopes';

it('names scopes in one order', () => expect(scopeWords(['upload', 'read'])).toBe('read, upload'));

it.each([
  ['30', '1970-01-31T00:00:00.000Z'],
  ['', null],
])('ends after %j days', (days, end) => expect(expiryAfter(days, 0)).toBe(end));
