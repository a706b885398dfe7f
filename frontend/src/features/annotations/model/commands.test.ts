import { describe, expect, it } from 'vitest';

import type { KeyPress } from '@/lib/keymap';
import { setOwnKeys } from '@/lib/stored-keys';

import { commandFor, COMMANDS, LABEL_COMMANDS, REVIEW_COMMANDS, type Actions } from './commands';

const press = (key: string, modifiers: Partial<KeyPress> = {}): KeyPress => ({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers });

/** Record the calls of actions. */
function recorder() {
  const calls: unknown[][] = [];
  const actions = new Proxy({} as Actions, {
    get: (_, name) => (...args: unknown[]) => void calls.push([name, ...args]),
  });
  return { calls, actions };
}

describe('keys', () => {
  it.each([
    [press('ArrowRight'), ['moveWord', 1, false]],
    [press('ArrowLeft', { shiftKey: true }), ['moveWord', -1, true]],
    [press('ArrowDown', { shiftKey: true }), ['moveLine', 1, true]],
    [press('Home'), ['moveToLineEnd', 'first', false]],
    [press('PageDown'), ['movePage', 1]],
    [press('x'), ['expand']],
    [press('X', { shiftKey: true }), ['shrink']],
    [press('3'), ['applyLabel', 2]],
    [press('.'), ['repeatLabel']],
    [press('a'), ['activateNext']],
    [press('s'), ['goToSuggestion']],
    [press('e'), ['changeEnds']],
    [press('m'), ['togglePart']],
    [press('n'), ['editNote']],
    [press('r'), ['relate']],
    [press('g'), ['labelEqual']],
    [press('Enter'), ['pickLabel']],
    [press('Backspace'), ['remove']],
    [press('z', { ctrlKey: true }), ['undo']],
    [press('Z', { metaKey: true, shiftKey: true }), ['redo']],
    [press('y', { ctrlKey: true }), ['redo']],
    [press('c', { ctrlKey: true }), ['copy']],
    [press('Escape'), ['clear']],
  ])('%j', (key, call) => {
    const { calls, actions } = recorder();
    commandFor(key)?.run(actions, key);
    expect(calls).toEqual([call]);
  });

  it.each([
    press('Tab'), // moves the focus
    press('?', { shiftKey: true }), // opens the help
    press('x', { ctrlKey: true }), // a key of the browser
    press('a', { ctrlKey: true }), // a key of the browser
    press('1', { altKey: true }), // a key of the browser
    press('r', { ctrlKey: true }),
  ])('%j is not a command', (key) => {
    expect(commandFor(key)).toBeUndefined();
  });

  it.each([
    [press('a'), ['accept']],
    [press('x'), ['reject']],
    [press('X', { shiftKey: true }), ['shrink']],
    [press('1'), ['applyLabel', 0]],
  ])('%j on a suggestion', (key, call) => {
    const { calls, actions } = recorder();
    commandFor(key, true)?.run(actions, key);
    expect(calls).toEqual([call]);
  });

  it.each([
    [press('k'), false, ['applyLabel', 2]],
    [press('3'), false, undefined],
    [press('y'), true, ['accept']],
    [press('a'), true, ['activateNext']],
  ])('%j is as the user has chosen (on a suggestion: %s)', (key, onSuggestion, call) => {
    setOwnKeys({ 'annotation.label-3': 'k', 'suggestion.accept': 'y' });
    const { calls, actions } = recorder();
    commandFor(key, onSuggestion)?.run(actions, key);
    setOwnKeys({});
    expect(calls).toEqual(call ? [call] : []);
  });

  it('have unique names, keys and help texts', () => {
    const all = [...COMMANDS, ...LABEL_COMMANDS, ...Object.values(REVIEW_COMMANDS)];
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(all.filter(({ help, keys }) => !help || !keys)).toEqual([]);
  });
});
