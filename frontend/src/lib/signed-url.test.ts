import { expect, test } from 'vitest';

import { unsigned } from './signed-url';

test.each([
  ['/pdf?v=1&expires=12&signature=ab', '/pdf?v=1'],
  ['/pages/1/tokens?revision=3&expires=12&signature=ab', '/pages/1/tokens?revision=3'],
  ['/thumbnail?expires=12&signature=ab', '/thumbnail'],
  ['/pdf?v=1', '/pdf?v=1'],
  ['/file', '/file'],
])('%s names the file %s', (url, file) => expect(unsigned(url)).toBe(file));
