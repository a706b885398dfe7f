import { describe, expect, it } from 'vitest';

import { areStepsDismissed, dismissSteps, isStepDone, markStepDone } from './first-steps';

function storeOf(text: string | null = null) {
  const store = { text, getItem: () => store.text, setItem: (_key: string, value: string) => void (store.text = value) };
  return store;
}

describe('first steps', () => {
  it('are remembered once each', () => {
    const store = storeOf();
    expect(isStepDone('search', store)).toBe(false);
    markStepDone('search', store);
    markStepDone('search', store);
    expect(isStepDone('search', store)).toBe(true);
    expect(isStepDone('question', store)).toBe(false);
    expect(store.text).toBe('{"done":["search"],"dismissed":[]}');
  });

  it('are dismissed for one user, and shown again', () => {
    const store = storeOf();
    markStepDone('question', store);
    dismissSteps('ada', true, store);
    expect(areStepsDismissed('ada', store)).toBe(true);
    expect(areStepsDismissed('eve', store)).toBe(false);
    dismissSteps('ada', false, store);
    expect(areStepsDismissed('ada', store)).toBe(false);
    expect(isStepDone('question', store)).toBe(true);
  });

  it.each(['no JSON', 'null', '[]', '{"done":1,"dismissed":[2]}'])('are none in %s', (text) => {
    expect(isStepDone('search', storeOf(text))).toBe(false);
    expect(areStepsDismissed('ada', storeOf(text))).toBe(false);
  });
});
