import { expect, test } from 'vitest';

import { importSummary, problemsAsCsv } from './import-dialog';

test('the summary names only what there is', () => {
  expect(importSummary({ added: 1, existing: 0, relations: 0, comments: 0, refused: 0 })).toBe('1 annotation added');
  expect(importSummary({ added: 10, existing: 2, relations: 4, comments: 1, refused: 3 })).toBe('10 annotations added, 4 relations added, 1 comment added, 2 already there, 3 not placed');
});

test('quotes in reasons are doubled', () => {
  expect(problemsAsCsv([{ line: 7, code: 'invalid', message: 'Say "why".' }])).toBe('line,code,reason\r\n7,invalid,"Say ""why""."');
});
