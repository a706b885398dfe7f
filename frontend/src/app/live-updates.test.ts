import { expect, it } from 'vitest';

import type { Change } from '@/lib/event-stream';

import { keysOf } from './live-updates';

const change = (entity: Change['entity'], subject: string | null, changed = ['state']): Change => ({ id: 7, entity, uuid: 'u', version: 7, subject, changed });

it.each([
  ['document', null, ['document', 'u'], 'the page of a document shows it'],
  ['document', null, ['corpus-documents'], 'so do the lists of corpora'],
  ['job', 's', ['document', 's'], 'a document shows the job that works on it'],
  ['job', null, ['jobs'], 'and the jobs have a page'],
  ['execution', 'c', ['executions'], 'the activity of a corpus'],
] as const)('a change of a %s about %s makes %j old: %s', (entity, subject, key, _why) => {
  expect(keysOf(change(entity, subject))).toContainEqual(key);
});

it.each([
  ['document', ['access'], ['access', 'u'], 'who can get at it'],
  ['corpus', ['annotations'], ['annotations'], 'what is said about a document'],
  ['corpus', ['documents'], ['documents'], 'the list of all documents has more, or less'],
  ['corpus', ['documents'], ['document'], 'and one that is open may be out of sight'],
  ['corpus', ['access'], ['corpora'], 'a corpus came into sight'],
  ['corpus', [], ['corpora'], 'a corpus is gone'],
  ['corpus', ['title', 'description'], ['corpus', 'u'], 'its page shows its title'],
  ['corpus', ['folders'], ['folders', 'u'], 'its tree'],
  ['team', ['members'], ['documents'], 'what was shared with a team'],
  ['team', [], ['teams'], 'and the page of teams'],
] as const)('a %s of which %j changed makes %j old: %s', (entity, changed, key, _why) => {
  expect(keysOf(change(entity, null, [...changed]))).toContainEqual(key);
});

it('what is said about a document makes nothing else old', () => {
  expect(keysOf(change('corpus', 'd', ['annotations']))).toEqual([['annotations']]);
});

it('does not stumble over what only a newer server knows', () => {
  expect(keysOf(change('galaxy' as Change['entity'], null))).toEqual([]);
});
