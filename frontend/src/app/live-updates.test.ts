import { expect, it } from 'vitest';

import type { Change } from '@/lib/event-stream';

import { keysOf } from './live-updates';

const change = (entity: Change['entity'], subject: string | null): Change => ({ id: 7, entity, uuid: 'u', version: 7, subject, changed: ['state'] });

it.each([
  ['document', null, ['document', 'u'], 'the page of a document shows it'],
  ['document', null, ['corpus-documents'], 'so do the lists of corpora'],
  ['job', 's', ['document', 's'], 'a document shows the job that works on it'],
  ['job', null, ['jobs'], 'and the jobs have a page'],
  ['execution', 'c', ['executions'], 'the activity of a corpus'],
] as const)('a change of a %s about %s makes %j old: %s', (entity, subject, key, _why) => {
  expect(keysOf(change(entity, subject))).toContainEqual(key);
});
