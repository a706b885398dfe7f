import { expect, test } from 'vitest';

import { clearSent } from './clear-sent';

test('clears the text that was sent', () => expect(clearSent('Rent')('Rent')).toBe(''));

test('keeps text that was typed since', () => expect(clearSent('Rent')('Status')).toBe('Status'));
