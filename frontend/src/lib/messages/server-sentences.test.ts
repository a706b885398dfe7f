import { i18n } from '@lingui/core';
import { afterEach, expect, it } from 'vitest';

import { failureText, serverSentence } from './server-sentences';

// A catalog without texts: the English ones are shown, but not those of the server.
const showGerman = () => i18n.loadAndActivate({ locale: 'de', messages: {} });

afterEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));

it('sentences are shown in English as they are', () => {
  expect(serverSentence('1 of 1 documents')).toBe('1 of 1 documents');
});

it.each([
  ['3 of 1 documents', '3 of 1 document'],
  ['3 of 12 rows', '3 of 12 rows'],
  ['3 of 12 widgets', '3 of 12 widgets'],
  ['Page 3 of 12', 'Page 3 of 12'],
  ['limit of 4 at once reached', 'limit of 4 at once reached'],
  ['more than 100 ahead of you', 'more than 100 ahead of you'],
  ['You see no label called “Rent”.', 'You see no label called “Rent”.'],
  ['The document has no text.', 'The document has no text.'],
  ['Something of a plug-in', 'Something of a plug-in'],
])('"%s" is replaced in other languages', (sentence, text) => {
  showGerman();
  expect(serverSentence(sentence)).toBe(text);
});

it('reasons have the text of their code, if they have one', () => {
  showGerman();
  expect(failureText({ code: 'analyzer_misbehaved', message: 'Line 3 is wrong.' })).toBe('The analyzer returned an invalid result.');
  expect(failureText({ code: 'invented', message: 'Its disk is full.' })).toBe('Its disk is full.');
  expect(failureText({ code: '', message: 'Its disk is full.' })).toBe('Its disk is full.');
  expect(failureText({ code: 'cancelled', message: 'Cancelled by a user.' })).toBe('Cancelled by a user.');
});
