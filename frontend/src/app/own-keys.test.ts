import { describe, expect, it } from 'vitest';

import { GROUPS, SCREENS } from './all-shortcuts';
import { changeableLines, fromFile, problemOf, toFile, withKeys } from './own-keys';

const lines = new Map(GROUPS.flatMap(changeableLines).map((line) => [line.name, line]));

function lineOf(name: string) {
  const found = lines.get(name);
  if (!found) throw new Error(name);
  return found;
}

describe('the keys of commands', () => {
  it('do not conflict as they are', () => {
    const problems = [...lines.values()].map((each) => problemOf(each, each.keys, {})).filter(Boolean);
    expect(problems).toEqual([]);
  });

  it('are all on a screen', () => {
    const onScreens = new Set(SCREENS.flat());
    expect(GROUPS.filter((group) => !onScreens.has(group))).toEqual([]);
  });

  it.each([
    ['view.fit-width', 'd'], // of the view, too
    ['view.fit-width', 'r'], // of an annotation
    ['view.fit-width', '1'], // of a label
    ['view.fit-width', 'Backspace'], // a second key
    ['grid.approve', '?'], // works everywhere
    ['help', 'u'], // works in the table, where "u" takes a review back
    ['view.fit-width', 'Tab'],
    ['view.fit-width', 'Ctrl w'],
  ])('%s cannot have %s', (name, keys) => {
    expect(problemOf(lineOf(name), keys, {})).not.toBeNull();
  });

  it.each([
    ['view.fit-width', 'k'],
    ['view.fit-width', 'w'], // as before
    ['grid.approve', 'w'], // another screen
    ['suggestion.accept', 's'], // it has precedence there
    ['help', 'F2'],
  ])('%s can have %s', (name, keys) => {
    expect(problemOf(lineOf(name), keys, {})).toBeNull();
  });

  it('can have keys that another command does not have any more', () => {
    const own = withKeys({}, lineOf('view.dark-paper'), 'k');
    expect(problemOf(lineOf('view.fit-width'), 'd', own)).toBeNull();
    expect(problemOf(lineOf('view.fit-width'), 'k', own)).toContain('Dark paper');
    expect(withKeys(own, lineOf('view.dark-paper'), 'd')).toEqual({});
  });
});

describe('a file of keys', () => {
  it('has what was exported', () => {
    const own = { 'view.dark-paper': 'k', 'view.fit-width': 'd' };
    expect(fromFile(toFile(own))).toEqual({ own });
  });

  it.each([
    ['', 'not a file'],
    ['[]', 'not a file'],
    ['{"version": 2, "keys": {}}', 'not a file'],
    ['{"version": 1, "keys": []}', 'not a file'],
    ['{"version": 1, "keys": {"launch": "k"}}', 'launch'],
    ['{"version": 1, "keys": {"annotation.pick": "k"}}', 'annotation.pick'],
    ['{"version": 1, "keys": {"view.fit-width": 7}}', 'view.fit-width'],
    ['{"version": 1, "keys": {"view.fit-width": "d"}}', 'Dark paper'],
    ['{"version": 1, "keys": {"view.fit-width": "k", "view.text": "k"}}', 'Text instead'],
  ])('%s is refused', (text, reason) => {
    expect(fromFile(text).problem).toContain(reason);
  });
});
