import { expect, it } from 'vitest';

import { failureAdvice } from './failure';
import { isDocumentState, stepWords } from './state';

it.each([
  ['documents.ingest_doc', 'Read the pages'],
  ['documents.scan_for_viruses', 'Scan for viruses'], // not known here: its readable part
])('step %s is "%s"', (name, words) => {
  expect(stepWords(name)).toBe(words);
});

it('has advice for every code, also for ones that are not known yet', () => {
  expect(failureAdvice('encrypted_document').todo).toContain('password');
  expect(failureAdvice('parser_timeout')).toBe(failureAdvice('timeout'));
  expect(failureAdvice('invented_tomorrow').title).toBe('This document could not be read');
});

it.each([['READY', true], ['ready', false], [undefined, false]])('%s is a state: %s', (value, is) => {
  expect(isDocumentState(value)).toBe(is);
});
