import { describe, expect, it } from 'vitest';

import type { Relation } from '../api/relations';
import type { RelationEdit } from '../api/relation-edits';
import { keysOf, withWaiting } from './waiting-relations';

const label = (name: string) => ({ id: name, name, color: '#2f7fc4' });
const end = (uuid: string) => ({ uuid, page: 1, quote: uuid });
const relation: Relation = { uuid: 'r', label: label('pays'), creator: null, source: end('a'), target: end('b') };
const relabelled = (name: string, before: string): RelationEdit => ({ type: 'relation', group: name, kind: 'relabel', relation: { ...relation, label: label(name) }, before: label(before) });
const shown = (edits: readonly RelationEdit[], stored = [relation]) => withWaiting(stored, edits).map((each) => [each.label.name, each.pending ?? false]);

describe('a relation whose label is changed', () => {
  it('is shown with the last label, as waiting', () => {
    expect(shown([relabelled('owes', 'pays'), relabelled('owns', 'owes')])).toEqual([['owns', true]]);
  });

  it('is shown as stored once the server has the label', () => {
    expect(shown([relabelled('owes', 'pays')], [{ ...relation, label: label('owes') }])).toEqual([['owes', false]]);
  });

  it('can be removed before it is saved', () => {
    expect(shown([relabelled('owes', 'pays'), { type: 'relation', group: 'g', kind: 'delete', relation: { ...relation, label: label('owes') } }])).toEqual([]);
  });
});

describe('the keys of relations', () => {
  const waiting = { ...relation, uuid: 'of this page', pending: true };

  it('stay the same when a relation is saved or gets another label', () => {
    expect(keysOf([waiting])).toEqual(keysOf([relation]));
    expect(keysOf([{ ...relation, label: label('owes') }])).toEqual(keysOf([relation]));
  });

  it('differ, also between the same annotations', () => {
    const back = { ...relation, source: end('b'), target: end('a') };
    expect(new Set(keysOf([relation, { ...waiting, label: label('owes') }, back])).size).toBe(3);
  });
});
