import { describe, expect, it } from 'vitest';

import { makeAnnotation } from '@/testing/annotations';

import type { Annotation, Review } from './annotation';
import { apply, EMPTY_HISTORY, record, redo, replay, undo, withoutEdit, type Edit } from './history';

const annotation = (uuid: string) => makeAnnotation(uuid, [{ page: 1, first: 0, last: 1 }]);
const reviews = (list: readonly Annotation[]) => list.map(({ uuid, review }) => [uuid, review]);
const add = (uuid: string): Edit => ({ kind: 'add', annotation: annotation(uuid) });
const remove = (uuid: string): Edit => ({ kind: 'remove', annotation: annotation(uuid) });

describe('history', () => {
  it('undoes in reverse and redoes in order', () => {
    const history = record(record(EMPTY_HISTORY, add('a')), remove('b'));
    const first = undo(history);
    expect(first.edit).toEqual(add('b'));
    const second = undo(first.history);
    expect(second.edit).toEqual(remove('a'));
    expect(redo(second.history).edit).toEqual(add('a'));
  });

  it('has no edit to undo at its start or to redo at its end', () => {
    expect(undo(EMPTY_HISTORY)).toEqual({ history: EMPTY_HISTORY, edit: null });
    expect(redo(EMPTY_HISTORY).edit).toBeNull();
  });

  it('cannot redo after a new edit', () => {
    const back = undo(record(EMPTY_HISTORY, add('a'))).history;
    expect(redo(record(back, add('b'))).edit).toBeNull();
  });

  it('removes an edit that the server rejected', () => {
    const history = record(record(EMPTY_HISTORY, add('a')), add('b'));
    expect(undo(withoutEdit(history, add('b'))).edit).toEqual(remove('a'));
  });

  it('undoes and redoes the edits of a group together', () => {
    const grouped = (uuid: string): Edit => ({ ...add(uuid), group: 'g' });
    const history = [add('a'), grouped('b'), grouped('c')].reduce(record, EMPTY_HISTORY);
    const back = replay(history, undo);
    expect(back.edits.map(({ annotation: { uuid } }) => uuid)).toEqual(['c', 'b']);
    expect(replay(back.history, redo).edits.map(({ annotation: { uuid } }) => uuid)).toEqual(['b', 'c']);
    expect(replay(back.history, undo).edits).toEqual([remove('a')]);
    expect(replay(EMPTY_HISTORY, undo).edits).toEqual([]);
  });

  it('keeps the last 1,000 steps', () => {
    let history = EMPTY_HISTORY;
    for (let step = 0; step < 1050; step++) history = record(history, add(String(step)));
    expect(history.past).toHaveLength(1000);
    expect(history.past[0]?.annotation.uuid).toBe('50');
  });
});

describe('a change', () => {
  const before = annotation('a');
  const after = { ...before, note: 'Since 2024' };
  const edit: Edit = { kind: 'change', annotation: after, before };

  it('is undone by the opposite change', () => {
    expect(undo(record(EMPTY_HISTORY, edit)).edit).toEqual({ kind: 'change', annotation: before, before: after });
  });

  it('keeps the version of the server', () => {
    expect(apply([{ ...before, version: '2' }, annotation('b')], edit)).toEqual([{ ...after, version: '2' }, annotation('b')]);
  });

  it('that the server rejected leaves the creation undoable', () => {
    const history = record(record(EMPTY_HISTORY, add('a')), edit);
    expect(withoutEdit(history, edit).past).toEqual([add('a')]);
  });
});

describe('applying an edit', () => {
  it('and its inverse restores the list', () => {
    const before = [annotation('a')];
    const edit = add('b');
    expect(apply(apply(before, edit), undo(record(EMPTY_HISTORY, edit)).edit ?? edit)).toEqual(before);
  });

  it('twice has the same result as once', () => {
    expect(apply(apply([], add('a')), add('a'))).toHaveLength(1);
    expect(apply(apply([annotation('a')], remove('a')), remove('a'))).toEqual([]);
  });

  describe('reviews of suggestions', () => {
    const suggestions = ['a', 'b'].map((uuid) => ({ ...annotation(uuid), review: 'PENDING' as const }));
    const [first] = suggestions;
    const review = (to: Review): Edit => ({ kind: 'review', annotation: first as Annotation, annotations: suggestions, from: 'PENDING', to });

    it.each(['ACCEPTED', 'REJECTED'] as const)('are %s and undone together', (to) => {
      const edit = review(to);
      const reviewed = apply([...suggestions, annotation('c')], edit);
      expect(reviews(reviewed)).toEqual(to === 'ACCEPTED' ? [['a', to], ['b', to], ['c', null]] : [['c', null]]);
      const { edits } = replay(record(EMPTY_HISTORY, edit), undo);
      expect(reviews(edits.reduce(apply, reviewed)).toSorted()).toEqual([['a', 'PENDING'], ['b', 'PENDING'], ['c', null]]);
    });

    it('are removed if the server rejects them, and other edits of the annotation stay', () => {
      const history = [review('ACCEPTED'), remove('a')].reduce(record, EMPTY_HISTORY);
      expect(withoutEdit(history, review('ACCEPTED')).past).toEqual([remove('a')]);
    });
  });
});
