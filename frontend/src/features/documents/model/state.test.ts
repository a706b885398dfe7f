import { expect, it } from 'vitest';

import { isDocumentState, needsPassword } from './state';

it.each([['READY', true], ['ready', false], [undefined, false]])('%s is a document state: %s', (value, expected) => {
  expect(isDocumentState(value)).toBe(expected);
});

it.each([[{ code: 'wrong_password' }, true], [{ code: 'corrupt_document' }, false], [null, false]])('%j needs a password: %s', (failure, expected) => {
  expect(needsPassword(failure)).toBe(expected);
});
