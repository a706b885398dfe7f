import { describe, expect, it } from 'vitest';

import { sourceOf, tag } from './tag';

const userName = tag('\n  fragment UserName on User {\n    name\n  }\n');
const share = tag('fragment Share on Share { owner { ...UserName } }', [userName]);

describe('an operation', () => {
  it('is sent without indentation', () => {
    expect(sourceOf(tag('\n  query Me {\n    me {\n      id\n    }\n  }\n'))).toBe('query Me {\nme {\nid\n}\n}');
  });

  it('includes each fragment once, nested ones too', () => {
    const source = sourceOf(tag('query Both { ...Share ...UserName }', [share, userName]));
    expect(source.match(/fragment \w+/g)).toEqual(['fragment Share', 'fragment UserName']);
    expect(source.startsWith('query Both')).toBe(true);
  });
});
