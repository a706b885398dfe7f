import { beforeEach, expect, it } from 'vitest';

import { useGestures } from './gesture-store';
import { caretAt } from './selection';

const caret = caretAt({ page: 1, token: 0 });

beforeEach(() => useGestures.setState({ desk: '', selection: null, picking: false }));

it('closes the picker when something else is selected', () => {
  useGestures.getState().setPicking(true);
  useGestures.getState().select(caret);
  expect(useGestures.getState().picking).toBe(false);
});

it('lets go of everything at another desk, and of nothing at the same one', () => {
  useGestures.getState().open('document/corpus');
  useGestures.getState().select(caret);
  useGestures.getState().open('document/corpus');
  expect(useGestures.getState().selection).toBe(caret);
  useGestures.getState().open('document/other');
  expect(useGestures.getState().selection).toBeNull();
});
