import { describe, expect, it } from 'vitest';

import { makeAnnotation } from '@/testing/annotations';

import { redo, undo, undoGroup, withEarlier } from '../undo-steps';
import type { Annotation, Review } from './annotation';
import { apply, EMPTY_HISTORY, record, stepOf, withoutTask, type Edit, type History, type Step } from './history';

const annotation = (uuid: string) => makeAnnotation(uuid, [{ page: 1, first: 0, last: 1 }]);
const reviews = (list: readonly Annotation[]) => list.map(({ uuid, review }) => [uuid, review]);
const add = (uuid: string, group = uuid): Edit => ({ kind: 'add', annotation: annotation(uuid), group });
const remove = (uuid: string, group = uuid): Edit => ({ kind: 'remove', annotation: annotation(uuid), group });
const recorded = (...edits: Edit[]) => edits.map(stepOf).reduce(record, EMPTY_HISTORY);
const stored = (group: string): Step => ({ group, edits: [], text: group });
const groups = ({ past, future }: History) => [past.map(({ group }) => group), future.map(({ group }) => group)];

describe('history', () => {
  it('undoes in reverse and redoes in order', () => {
    const first = undo(recorded(add('a'), remove('b')));
    expect(first.replay).toEqual({ kind: 'undo', group: 'b', edits: [add('b')] });
    const second = undo(first.history);
    expect(second.replay).toEqual({ kind: 'undo', group: 'a', edits: [remove('a')] });
    expect(redo(second.history).replay).toEqual({ kind: 'redo', group: 'a', edits: [add('a')] });
  });

  it('has no step to undo at its start or to redo at its end', () => {
    expect(undo(EMPTY_HISTORY)).toEqual({ history: EMPTY_HISTORY, replay: null });
    expect(redo(EMPTY_HISTORY).replay).toBeNull();
  });

  it('cannot redo after a new edit', () => {
    const back = undo(recorded(add('a'))).history;
    expect(redo(record(back, stepOf(add('b')))).replay).toBeNull();
  });

  it('removes what the server rejected', () => {
    const history = recorded(add('a'), add('b'));
    expect(undo(withoutTask(history, add('b'))).replay?.edits).toEqual([remove('a')]);
    const { history: back, replay } = undo(history);
    expect(groups(back)).toEqual([['a'], ['b']]);
    expect(groups(withoutTask(back, replay ?? add('b')))).toEqual([['a'], []]);
  });

  it('undoes and redoes the edits of a group together', () => {
    const history = recorded(add('a'), add('b', 'g'), add('c', 'g'));
    const back = undo(history);
    expect(back.replay?.edits).toEqual([remove('c', 'g'), remove('b', 'g')]);
    expect(redo(back.history).replay?.edits).toEqual([add('b', 'g'), add('c', 'g')]);
    expect(undo(back.history).replay?.edits).toEqual([remove('a')]);
  });

  it('undoes a group that is not the last one, and redoes it', () => {
    const { history, replay } = undoGroup(recorded(remove('a'), remove('b')), 'a');
    expect(replay).toEqual({ kind: 'undo', group: 'a', edits: [add('a')] });
    expect(groups(history)).toEqual([['b'], ['a']]);
    expect(groups(redo(history).history)).toEqual([['b', 'a'], []]);
    expect(undoGroup(history, 'a')).toEqual({ history, replay: null });
  });

  it('keeps the last 1,000 steps', () => {
    const history = recorded(...Array.from({ length: 1050 }, (_, step) => add(String(step))));
    expect(history.past).toHaveLength(1000);
    expect(history.past[0]?.group).toBe('50');
  });

  it('goes back to the steps of earlier visits', () => {
    const earlier = { past: [stored('x'), stored('y')], future: [stored('z')] };
    expect(groups(withEarlier(EMPTY_HISTORY, earlier))).toEqual([['x', 'y'], ['z']]);
    // The server knows the steps of this page, too, and nothing is redone that was undone before them.
    const here = undo(recorded(add('y'))).history;
    expect(groups(withEarlier(here, earlier))).toEqual([['x'], ['y']]);
  });
});

describe('a change', () => {
  const before = annotation('a');
  const after = { ...before, note: 'Since 2024' };
  const edit: Edit = { kind: 'change', annotation: after, before, group: 'g' };

  it('is undone by the opposite change', () => {
    expect(undo(recorded(edit)).replay?.edits).toEqual([{ kind: 'change', annotation: before, before: after, group: 'g' }]);
  });

  it('keeps the version of the server', () => {
    expect(apply([{ ...before, version: '2' }, annotation('b')], edit)).toEqual([{ ...after, version: '2' }, annotation('b')]);
  });

  it('that the server rejected leaves the creation undoable', () => {
    expect(withoutTask(recorded(add('a'), edit), edit).past).toEqual([stepOf(add('a'))]);
  });
});

describe('applying an edit', () => {
  it('and its inverse restores the list', () => {
    const before = [annotation('a')];
    const edit = add('b');
    expect(apply(apply(before, edit), undo(recorded(edit)).replay ?? edit)).toEqual(before);
  });

  it('twice has the same result as once', () => {
    expect(apply(apply([], add('a')), add('a'))).toHaveLength(1);
    expect(apply(apply([annotation('a')], remove('a')), remove('a'))).toEqual([]);
  });

  describe('reviews of suggestions', () => {
    const suggestions = ['a', 'b'].map((uuid) => ({ ...annotation(uuid), review: 'PENDING' as const }));
    const [first] = suggestions;
    const review = (to: Review): Edit => ({ kind: 'review', annotation: first as Annotation, annotations: suggestions, from: 'PENDING', to, group: 'g' });

    it.each(['ACCEPTED', 'REJECTED'] as const)('are %s and undone together', (to) => {
      const edit = review(to);
      const reviewed = apply([...suggestions, annotation('c')], edit);
      expect(reviews(reviewed)).toEqual(to === 'ACCEPTED' ? [['a', to], ['b', to], ['c', null]] : [['c', null]]);
      const { replay } = undo(recorded(edit));
      expect(reviews(apply(reviewed, replay ?? edit)).toSorted()).toEqual([['a', 'PENDING'], ['b', 'PENDING'], ['c', null]]);
    });

    it('are removed if the server rejects them, and other edits of the annotation stay', () => {
      const history = recorded(review('ACCEPTED'), remove('a'));
      expect(withoutTask(history, review('ACCEPTED')).past).toEqual([stepOf(remove('a'))]);
    });
  });
});
