// Sentences of the server that have no code, for users of other languages: the progress of jobs, and why something waits, was skipped or ended.
// In English its own words are shown.
import { plural, t } from '@lingui/core/macro';

import { currentLanguage } from '../language';
import { errorMessage } from './errors';

const SENTENCES: Readonly<Record<string, string>> = {
  'Annotations are placed': t`Annotations are placed`,
  'Comparing the documents': t`Comparing the documents`,
  'Reading the examples': t`Reading the examples`,
  'about to start': t`about to start`,
  'next, waits for a free slot': t`next, waits for a free slot`,
  'waits for another long job to end': t`waits for another long job to end`,
  'no worker is running': t`no worker is running`,
  'paused by an administrator': t`paused by an administrator`,
  'A corpus with this document does not allow language models.': t`A corpus with this document does not allow language models.`,
  'An action that this one needs did not succeed. It starts when that one succeeds.': t`An action that this one needs did not succeed. It starts when that one succeeds.`,
  'Cancelled by a user.': t`Cancelled by a user.`,
  'Its budget is used up.': t`Its budget is used up.`,
  'No language model is configured. An operator sets one; then retry.': t`No language model is configured. An operator sets one; then retry.`,
  'Nothing is left without the words that you excluded.': t`Nothing is left without the words that you excluded.`,
  'No document that you see matches these filters.': t`No document that you see matches these filters.`,
  'No passage has these words or a similar meaning. Try other words, or describe it.': t`No passage has these words or a similar meaning. Try other words, or describe it.`,
  'No passage has enough of these words.': t`No passage has enough of these words.`,
  'Only words were searched, not meanings: the server for meanings does not answer. Search again later to find more.': t`Only words were searched, not meanings: the server for meanings does not answer. Search again later to find more.`,
  'The answer of the language model was not valid.': t`The answer of the language model was not valid.`,
  'The budget for language models is used up. Raise it or wait, then retry.': t`The budget for language models is used up. Raise it or wait, then retry.`,
  'The budget of the extract is used up.': t`The budget of the extract is used up.`,
  'The document could not be processed. The agent answers when it has been processed again.': t`The document could not be processed. The agent answers when it has been processed again.`,
  'The document has no text.': t`The document has no text.`,
  'The documents have not been indexed yet. They can be found once that is done.': t`The documents have not been indexed yet. They can be found once that is done.`,
  'The job failed.': t`The job failed.`,
  'The offline reader cannot fill in objects. Choose a language model for this column.': t`The offline reader cannot fill in objects. Choose a language model for this column.`,
  'The remote analyzer was disabled or deleted.': t`The remote analyzer was disabled or deleted.`,
  'This does not fit the type of the column.': t`This does not fit the type of the column.`,
  'There is no value.': t`There is no value.`,
  'There is no number in this.': t`There is no number in this.`,
  'This is no whole number.': t`This is no whole number.`,
  'This is neither yes nor no.': t`This is neither yes nor no.`,
  'There is no date in this.': t`There is no date in this.`,
  'This depends on a date that the passage does not name.': t`This depends on a date that the passage does not name.`,
  'There is no end: this goes on until it is terminated.': t`There is no end: this goes on until it is terminated.`,
  'There is no amount of money in this.': t`There is no amount of money in this.`,
  'There is no currency in this.': t`There is no currency in this.`,
  'There is no duration in this.': t`There is no duration in this.`,
  'This is none of the choices.': t`This is none of the choices.`,
  'This is no JSON.': t`This is no JSON.`,
  'This does not fit the JSON Schema.': t`This does not fit the JSON Schema.`,
  'There is no such type.': t`There is no such type.`,
  'Write what you are looking for.': t`Write what you are looking for.`,
};

const DONE: Readonly<Record<string, (done: string, all: number) => string>> = {
  annotations: (done, all) => t`${done} of ${plural(all, { one: '# annotation', other: '# annotations' })}`,
  answers: (done, all) => t`${done} of ${plural(all, { one: '# answer', other: '# answers' })}`,
  documents: (done, all) => t`${done} of ${plural(all, { one: '# document', other: '# documents' })}`,
  files: (done, all) => t`${done} of ${plural(all, { one: '# file', other: '# files' })}`,
  passages: (done, all) => t`${done} of ${plural(all, { one: '# passage', other: '# passages' })}`,
  rows: (done, all) => t`${done} of ${plural(all, { one: '# row', other: '# rows' })}`,
  sentences: (done, all) => t`${done} of ${plural(all, { one: '# sentence', other: '# sentences' })}`,
};

/** Sentences with numbers or names in them. */
const PATTERNS: readonly (readonly [RegExp, (...parts: string[]) => string])[] = [
  [/^(\d+) of (\d+) (annotations|answers|documents|files|passages|rows|sentences)$/, (done = '', all = '', unit = '') => DONE[unit]?.(done, Number(all)) ?? ''],
  [/^(\d+) documents$/, (count = '') => plural(Number(count), { one: '# document', other: '# documents' })],
  [/^Page (\d+) of (\d+)$/, (number = '', all = '') => t`Page ${number} of ${all}`],
  [/^Step (\d+)$/, (number = '') => t`Step ${number}`],
  [/^Analyzing with (.+)$/, (analyzer = '') => t`Analyzing with ${analyzer}`],
  [/^retry in (\d+) s$/, (seconds = '') => t`retry in ${seconds} s`],
  [/^limit of (\d+) at once reached$/, (limit = '') => t`limit of ${limit} at once reached`],
  [/^limit of (\d+) a minute reached$/, (limit = '') => t`limit of ${limit} a minute reached`],
  [/^more than (\d+) ahead of you$/, (ahead = '') => t`more than ${ahead} ahead of you`],
  [/^(\d+) ahead of you$/, (ahead = '') => t`${ahead} ahead of you`],
  [/^You see no label called “(.+)”\.$/, (name = '') => t`You see no label called “${name}”.`],
  [/^You see no corpus or folder called “(.+)”\.$/, (name = '') => t`You see no corpus or folder called “${name}”.`],
  [/^No passage contains exactly (.+)\. Without the quotes, meaning counts too\.$/, (words = '') => t`No passage contains exactly ${words}. Without the quotes, meaning counts too.`],
];

function translated(sentence: string): string | undefined {
  for (const [pattern, text] of PATTERNS) {
    const match = pattern.exec(sentence);
    if (match) return text(...match.slice(1));
  }
  return SENTENCES[sentence];
}

/** Return a sentence of the server in the language of the page; an unknown one as it is. */
export const serverSentence = (sentence: string): string => (currentLanguage() === 'en' ? sentence : (translated(sentence) ?? sentence));

/** codes whose texts are about the upload or the reading of a document */
const OF_DOCUMENTS = new Set(['', 'cancelled', 'worker_lost']);

/** Return why something failed or was skipped: by the code of the error, if there was one. */
export const failureText = ({ code, message }: { code: string; message: string }): string => (OF_DOCUMENTS.has(code) ? serverSentence(message) : errorMessage({ code, message }));
