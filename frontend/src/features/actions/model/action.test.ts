import { expect, test } from 'vitest';

import { inputOf, NEW_ACTION, startText, triggersText } from './action';

test('the triggers of an action are a sentence', () => {
  expect(triggersText(['MANUAL'])).toBe('Only when you run it');
  expect(triggersText(['NEW_VERSION', 'MANUAL'])).toBe('When a document is processed again');
  expect(triggersText(['DOCUMENT_ADDED', 'NEW_VERSION', 'MANUAL'])).toBe('When a document is added or processed again');
});

test('only agents answer comments', () => {
  expect(triggersText(['DOCUMENT_ADDED', 'NEW_THREAD', 'MANUAL'])).toBe('When a document is added · When a thread is started');
  const draft = { ...NEW_ACTION, triggers: ['NEW_VERSION', 'NEW_MESSAGE'] as const };
  expect(inputOf({ ...draft, kind: 'AGENT' }).triggers).toEqual(['NEW_VERSION', 'NEW_MESSAGE']);
  expect(inputOf({ ...draft, kind: 'EMBED' }).triggers).toEqual(['NEW_VERSION']);
});

test('only the fields of its kind are sent', () => {
  expect(inputOf({ ...NEW_ACTION, kind: 'ANALYZE', analyzer: 'patterns', instructions: 'left from another kind' })).toEqual({
    name: 'Annotate',
    triggers: ['DOCUMENT_ADDED', 'NEW_VERSION'],
    enabled: true,
    analyzer: 'patterns',
  });
});

test('an extraction has questions of its own, or those of another fieldset', () => {
  const draft = { ...NEW_ACTION, engine: 'reader', questions: [{ name: ' Rent ', question: 'How much?' }] };
  expect(inputOf(draft)).toMatchObject({ engine: 'reader', fields: [{ name: 'Rent', question: 'How much?' }] });
  expect(inputOf({ ...draft, fieldset: 'b', savedFieldset: 'b' })).not.toHaveProperty('fieldsetId');
  const other = inputOf({ ...draft, fieldset: 'b', savedFieldset: 'a' });
  expect(other).toMatchObject({ fieldsetId: 'b' });
  expect(other).not.toHaveProperty('fields');
});

test('a user who started an execution is named', () => {
  expect(startText({ trigger: 'MANUAL', startedBy: { username: 'ada', name: 'Ada Lovelace' } })).toBe('Run by Ada Lovelace');
  expect(startText({ trigger: 'DOCUMENT_ADDED', startedBy: null })).toBe('Document added');
});
