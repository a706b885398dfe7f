import { expect, test } from 'vitest';

import { isNamedAfterFile } from './document-table';

test.each([
  ['hosting-agreement', 'hosting-agreement.pdf', true],
  ['Hosting agreement', 'hosting-agreement.pdf', true],
  ['notes.v2', 'notes.v2', true],
  ['Supply agreement', 'scan_0042.pdf', false],
  ['合同', '合同.pdf', true],
  ['合同', '附件.pdf', false],
])('%s is the title of %s: %s', (title, filename, expected) => {
  expect(isNamedAfterFile({ title, filename })).toBe(expected);
});
