import { expect, it } from 'vitest';

import type { Change } from '@/lib/event-stream';

import { parseChanges, staleKeys } from './live-updates';

const change = (entity: Change['entity'], subject: string | null, changed = ['state']): Change => ({ id: 7, entity, uuid: 'u', version: 7, subject, changed });

it.each([
  ['document', null, ['document', 'u'], 'the document page'],
  ['document', null, ['corpus-documents'], 'the lists of corpora'],
  ['job', 's', ['document', 's'], 'the document shows its job'],
  ['job', null, ['jobs'], 'the activity page'],
  ['job', null, ['bin'], 'a job that empties the bin'],
  ['execution', 'c', ['executions'], 'the activity of the corpus'],
] as const)('a change of a %s with subject %s makes %j stale: %s', (entity, subject, key, _reason) => {
  expect(staleKeys(change(entity, subject), () => true)).toContainEqual(key);
});

it.each([
  ['document', ['access'], ['access', 'u'], 'the share dialog'],
  ['corpus', ['annotations'], ['annotations'], 'the annotations of several documents'],
  ['corpus', ['documents'], ['documents'], 'the list of all documents'],
  ['corpus', ['documents'], ['document'], 'an open document may not be visible any more'],
  ['corpus', ['access'], ['corpora'], 'a corpus became visible'],
  ['corpus', [], ['corpora'], 'a corpus was deleted'],
  ['corpus', ['title', 'description'], ['corpus', 'u'], 'its page'],
  ['corpus', ['folders'], ['folders', 'u'], 'its folder tree'],
  ['corpus', ['cells'], ['extract-rows'], 'the grid of an extraction'],
  ['corpus', ['extracts'], ['extracts', 'u'], 'its extractions'],
  ['corpus', ['document_labels'], ['document-labels', 'u'], 'the labels of an open document'],
  ['corpus', ['actions'], ['actions', 'u'], 'its actions'],
  ['corpus', ['proposals'], ['todo'], 'a change that another user has decided on'],
  ['corpus', ['bin'], ['bin'], 'an item that another user has removed for good'],
  ['corpus', ['conversations'], ['conversations'], 'a shared conversation that was renamed'],
  ['corpus', ['actions'], ['executions', 'u'], 'an action that was renamed'],
  ['corpus', ['labels'], ['edits'], 'the history'],
  ['corpus', ['fields'], ['field-values', 'u'], 'a choice that was renamed'],
  ['corpus', ['documents'], ['annotations', 'corpus', 'u'], 'the annotations of a document that was removed'],
  ['corpus', ['documents'], ['threads', 'u'], 'its comments'],
  ['corpus', ['allows_language_models'], ['recipient', 'u'], 'who gets the text of its documents'],
  ['document', ['title'], ['edits', 'u'], 'the history of the document'],
  ['team', ['members'], ['documents'], 'documents shared with the team'],
  ['team', [], ['teams'], 'the teams page'],
] as const)('a %s with changed %j makes %j stale: %s', (entity, changed, key, _reason) => {
  expect(staleKeys(change(entity, null, [...changed]), () => true)).toContainEqual(key);
});

it('changed annotations of a document make its list, the lists of its corpus and all that counts them stale', () => {
  const lists = [['annotations', 'd', 'u'], ['annotations', 'relations', 'd', 'u'], ['annotations', 'corpus', 'u'], ['annotations', 'annotators', 'u'], ['annotations', 'count', 'u'], ['annotations', 'obligations', 'u']];
  expect(staleKeys(change('corpus', 'd', ['annotations']), () => true)).toEqual([...lists, ['edits'], ['corpus-labels', 'u'], ['corpus-documents', 'u'], ['threads', 'u'], ['bin'], ['todo']]);
});

it('comments make the threads of their corpus and what names them stale, and notifications themselves and the exports that they are about', () => {
  expect(staleKeys(change('corpus', 'd', ['comments']), () => true)).toEqual([['threads', 'u'], ['notifications'], ['edits'], ['bin']]);
  expect(staleKeys(change('notification', null, ['notification']), () => true)).toEqual([['notifications'], ['exports'], ['proposals'], ['saved-views'], ['todo']]);
});

it('reports of other users make only the presence of their document stale', () => {
  expect(staleKeys(change('presence', null, ['selection']), () => true)).toEqual([['presence', 'u']]);
});

it('ignores entities of a newer server', () => {
  expect(staleKeys(change('galaxy' as Change['entity'], null), () => true)).toEqual([]);
});

it('a job that the page of its document does not show, such as indexing, does not make the document stale', () => {
  expect(staleKeys(change('job', 's'), () => false)).not.toContainEqual(['document', 's']);
});

const keys = (...changed: string[]) => staleKeys(change('corpus', null, changed), () => true);

it('deleted fields make the values of documents and the bin stale', () => {
  for (const key of [['document-fields', 'u'], ['field-values', 'u'], ['analysis-runs', 'u'], ['corpus-documents', 'u'], ['bin']]) expect(keys('fields', 'field_values')).toContainEqual(key);
});

it('changed labels make no list of annotations stale, but merged and deleted ones do', () => {
  expect(keys('labels').filter(([name]) => name === 'annotations')).toEqual([]);
  expect(keys('labels')).toContainEqual(['labels-of-annotations', 'u']);
  expect(keys('labels', 'annotations', 'document_labels')).toContainEqual(['annotations']);
});

it('reads the changes that a response names, unless there were too many', () => {
  expect(parseChanges('7:corpus:u::labels,annotations 8:document:d:: 9:corpus:u:d:annotations')).toEqual([
    { id: 7, version: 7, entity: 'corpus', uuid: 'u', subject: null, changed: ['labels', 'annotations'] },
    { id: 8, version: 8, entity: 'document', uuid: 'd', subject: null, changed: [] },
    { id: 9, version: 9, entity: 'corpus', uuid: 'u', subject: 'd', changed: ['annotations'] },
  ]);
  expect(parseChanges('*')).toBeNull();
});
