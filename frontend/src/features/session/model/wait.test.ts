import { expect, it } from 'vitest';

import { waitSentence } from './wait';

it.each([
  [30, '30 seconds'],
  [119, '119 seconds'],
  [121, '3 minutes'],
  [undefined, '60 seconds'],
])('says how long %s is', (seconds, words) => expect(waitSentence(seconds)).toBe(`Signing in has failed too often. Try again in ${words}.`));
