import { expect, it } from 'vitest';

import { isQuestion } from './search-view';

it('distinguishes questions from other searches', () => {
  for (const text of ['notice period?', 'Who may end this agreement', 'wie lange läuft der Vertrag', ' when does it end ']) expect(isQuestion(text)).toBe(true);
  for (const text of ['', 'who', 'notice period', 'what if', '"who pays the rent"', 'late payment of the rent']) expect(isQuestion(text)).toBe(false);
});
