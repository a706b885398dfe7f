import { expect, it } from 'vitest';

import { targetOf } from './links';

it.each([
  ['#12', { page: 12 }],
  ['https://example.org/a?b=c', { href: 'https://example.org/a?b=c' }],
  ['mailto:ada@example.org', { href: 'mailto:ada@example.org' }],
  ['javascript:alert(1)', null],
  ['file:///etc/passwd', null],
  ['data:text/html,x', null],
  ['/documents', null],
  ['#top', null],
  ['', null],
])('allows only safe targets: %s', (target, expected) => {
  expect(targetOf(target)).toEqual(expected);
});
