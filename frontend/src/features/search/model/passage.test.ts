import { expect, it } from 'vitest';

import { matchRanges } from './passage';

it('counts the words of the query in code points, from the start of the passage', () => {
  const fragments = [
    { text: 'The 𝒕enant ', isMatch: false },
    { text: 'pays', isMatch: true },
    { text: ' the ', isMatch: false },
    { text: 'rent', isMatch: true },
  ];
  expect(matchRanges(fragments, 100)).toEqual([
    [111, 115],
    [120, 124],
  ]);
});
