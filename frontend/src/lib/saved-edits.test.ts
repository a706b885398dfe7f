import { expect, it } from 'vitest';

import { keepSaved, latest, savedTexts } from './saved-edits';

const first = { version: 'a', texts: { title: 'First' } };
const second = { version: 'b', texts: { title: 'Second' } };
const third = { version: 'c', texts: { title: 'Third' } };

it('returns what was saved until it is forgotten', () => {
  const forget = keepSaved('/one', first.version, second);
  expect(latest('/one', first)).toEqual(second);
  expect(latest('/other', first)).toBe(first);
  forget();
  expect(latest('/one', first)).toBe(first);
});

it('returns the last of several changes, and keeps it when an earlier one is forgotten', () => {
  const forgetSecond = keepSaved('/one', first.version, second);
  const forgetThird = keepSaved('/one', second.version, third);
  forgetSecond();
  expect(latest('/one', first)).toEqual(third);
  expect(latest('/one', second)).toEqual(third);
  forgetThird();
});

it('leaves a version that is not known to be older', () => {
  const theirs = { version: 'd', texts: { title: 'Theirs' } };
  const forget = keepSaved('/one', first.version, second);
  expect(latest('/one', theirs)).toBe(theirs);
  const forgetAgain = keepSaved('/one', second.version, first);
  expect(latest('/one', second)).toEqual(first);
  expect(latest('/one', first)).toBe(first);
  forget();
  forgetAgain();
});

it('takes the texts of the answer, and the sent ones that it does not name', () => {
  expect(savedTexts({ version: 'b', title: 'Trimmed', limit: 3 }, { title: ' Trimmed ', limit: '3', note: 'Sent' })).toEqual({ title: 'Trimmed', limit: '3', note: 'Sent' });
});
