import { describe, expect, it } from 'vitest';

import { makeAnnotation } from '@/testing/annotations';

import { apply, EMPTY_HISTORY, record, redo, undo, withoutEdit, type Edit } from './history';

const annotation = (uuid: string) => makeAnnotation(uuid, [{ page: 1, first: 0, last: 1 }]);
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

  it('keeps the last 200 steps', () => {
    let history = EMPTY_HISTORY;
    for (let step = 0; step < 250; step++) history = record(history, add(String(step)));
    expect(history.past).toHaveLength(200);
    expect(history.past[0]?.annotation.uuid).toBe('50');
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
});
