import { describe, expect, it } from 'vitest';

import { commandFor, COMMANDS, type Actions, type KeyPress } from './commands';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });

/** Writes down what was asked for. */
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
    [press('3'), ['applyLabel', 2]],
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
    press('Tab'), // leaves the pages
    press('?', { shiftKey: true }), // the help
    press('x', { ctrlKey: true }), // the browser's own
    press('1', { altKey: true }), // the browser's own
    press('r', { ctrlKey: true }),
  ])('%j is left to others', (key) => {
    expect(commandFor(key)).toBeUndefined();
  });

  it('have names and help, each once', () => {
    expect(new Set(COMMANDS.map(({ name }) => name)).size).toBe(COMMANDS.length);
    expect(COMMANDS.filter(({ help, shown }) => !help || !shown)).toEqual([]);
  });
});
