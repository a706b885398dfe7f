import { beforeEach, describe, expect, it, vi } from 'vitest';

import { isPressed, keysOf, keysOfPress, shownKeys, type KeyPress } from './keymap';
import { openKeymap, setOwnKeys } from './stored-keys';

const press = (key: string, modifiers: Partial<KeyPress> = {}): KeyPress => ({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers });

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
  openKeymap('ada');
});

describe('the keys of a press', () => {
  it.each([
    [press('w'), 'w'],
    [press('W', { shiftKey: true }), 'Shift w'],
    [press('W'), 'w'], // Caps Lock
    [press('?', { shiftKey: true }), '?'],
    [press('+', { shiftKey: true }), '+'],
    [press('k', { metaKey: true }), 'Ctrl k'],
    [press('Z', { ctrlKey: true, shiftKey: true }), 'Ctrl Shift z'],
    [press(' '), 'Space'],
    [press('F6'), 'F6'],
    [press('Delete', { altKey: true }), 'Alt Delete'],
  ])('%j', (event, keys) => {
    expect(keysOfPress(event)).toBe(keys);
  });
});

describe('own keys', () => {
  const remove = { name: 'remove', keys: 'Delete', also: ['Backspace'] };

  it('replace all keys of a command', () => {
    expect([isPressed(press('Delete'), remove), isPressed(press('Backspace'), remove)]).toEqual([true, true]);
    setOwnKeys({ remove: 'z' });
    expect(keysOf(remove)).toBe('z');
    expect([isPressed(press('z'), remove), isPressed(press('Delete'), remove), isPressed(press('Backspace'), remove)]).toEqual([true, false, false]);
  });

  it('are kept by user', () => {
    setOwnKeys({ remove: 'z' });
    openKeymap('grace');
    expect(keysOf(remove)).toBe('Delete');
    openKeymap('ada');
    expect(keysOf(remove)).toBe('z');
  });

  it.each(['', '{', 'null', '7', '["z"]', '{"remove": 7}'])('are none if the storage holds %s', (text) => {
    stored.set('cartulary.keys.ada', text);
    openKeymap('ada');
    expect(keysOf(remove)).toBe('Delete');
  });
});

it.each([
  ['Ctrl k', ['Ctrl', 'K']],
  ['Shift w', ['Shift', 'w']],
  ['Ctrl F2', ['Ctrl', 'F2']],
])('%s is shown as %j', (keys, shown) => {
  expect(shownKeys(keys)).toEqual(shown);
});
