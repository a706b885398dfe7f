import { expect, test } from 'vitest';

import { DICTIONARY, EXPRESSIONS, isCompleteRule, NEW_RULE, rulesOf, settingsOf } from './rules';

const RULES = [{ label: 'Clause', text: String.raw`Section \d+`, caseSensitive: true, wholeWords: false }];
const TERMS = [{ label: 'Party', text: 'Ada\nBob', caseSensitive: false, wholeWords: true }];

test('rules are read from the settings that they were saved as', () => {
  expect(rulesOf(settingsOf(EXPRESSIONS, RULES))).toEqual(RULES);
  expect(rulesOf(settingsOf(DICTIONARY, TERMS))).toEqual(TERMS);
});

test('empty lines are no terms', () => {
  expect(JSON.parse(settingsOf(DICTIONARY, [{ ...NEW_RULE, label: ' Party ', text: ' Ada \n\n' }]))).toEqual({
    rules: [{ label: 'Party', terms: ['Ada'], case_sensitive: false, whole_words: false }],
  });
});

test('settings without rules have an empty one to fill in', () => {
  expect(rulesOf('{}')).toEqual([NEW_RULE]);
  expect(rulesOf(undefined)).toEqual([NEW_RULE]);
});

test('a rule needs a label and something to find', () => {
  expect(isCompleteRule(EXPRESSIONS, { ...NEW_RULE, label: 'A', text: 'a' })).toBe(true);
  expect(isCompleteRule(DICTIONARY, { ...NEW_RULE, label: 'A', text: ' \n ' })).toBe(false);
  expect(isCompleteRule(DICTIONARY, { ...NEW_RULE, label: ' ', text: 'a' })).toBe(false);
});
