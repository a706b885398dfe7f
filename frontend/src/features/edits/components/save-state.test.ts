import { expect, it } from 'vitest';

import { nextReading, saveText, type Reading } from './save-state';

it.each([
  [{ waiting: 2, isStuck: true, isSaved: false }, 'Offline, 2 changes waiting'],
  [{ waiting: 1, isStuck: false, isSaved: false }, 'Saving…'],
  [{ waiting: 0, isStuck: false, isSaved: true }, 'Saved'],
  [{ waiting: 0, isStuck: false, isSaved: false }, ''],
])('describes %j', (state, text) => expect(saveText(state)).toBe(text));

it('lets screen readers say that edits are saved once after a problem, and not after each edit', () => {
  const steps = [
    { waiting: 1, hasProblem: false },
    { waiting: 0, hasProblem: false },
    { waiting: 1, hasProblem: true },
    { waiting: 1, hasProblem: false },
    { waiting: 0, hasProblem: false },
    { waiting: 1, hasProblem: false },
    { waiting: 0, hasProblem: false },
  ];
  let reading: Reading = 'silent';
  const readings = steps.map((step) => (reading = nextReading(reading, step)));
  expect(readings).toEqual(['silent', 'silent', 'problem', 'problem', 'over', 'silent', 'silent']);
});
