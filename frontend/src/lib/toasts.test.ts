import { beforeEach, expect, it, vi } from 'vitest';

import { dismissUndo, showToast, useToasts } from './toasts';

const shown = () => useToasts.getState().toasts.map(({ text }) => text);
const run = () => undefined;
const offer = (group: string) => showToast({ text: group, undoes: group, action: { label: 'Undo', run } });

beforeEach(() => useToasts.setState({ toasts: [] }));

it('closes the toast that offers to undo what was undone otherwise', () => {
  offer('a');
  offer('b');
  showToast({ text: 'other' });
  dismissUndo('a');
  expect(shown()).toEqual(['b', 'other']);
});

it('closes the toast of what was undone in another tab', async () => {
  offer('a');
  const tab = new BroadcastChannel('undone-edits');
  tab.postMessage('a'); // oxlint-disable-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes no target
  await vi.waitFor(() => expect(shown()).toEqual([]));
  tab.close();
});
