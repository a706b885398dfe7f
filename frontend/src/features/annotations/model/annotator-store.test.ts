import { beforeEach, expect, it } from 'vitest';

import { useAnnotatorState } from './annotator-store';
import { caretAt } from './selection';

const caret = caretAt({ page: 1, token: 0 });

beforeEach(() => useAnnotatorState.setState({ scope: '', selection: null, picking: false }));

it('closes the label picker when the selection changes', () => {
  useAnnotatorState.getState().setPicking(true);
  useAnnotatorState.getState().select(caret);
  expect(useAnnotatorState.getState().picking).toBe(false);
});

it('resets its state for another document or corpus only', () => {
  useAnnotatorState.getState().open('document/corpus');
  useAnnotatorState.getState().select(caret);
  useAnnotatorState.getState().open('document/corpus');
  expect(useAnnotatorState.getState().selection).toBe(caret);
  useAnnotatorState.getState().open('document/other');
  expect(useAnnotatorState.getState().selection).toBeNull();
});
