import { describe, expect, it } from 'vitest';

import { sourceOf, tag } from './tag';

const person = tag('\n  fragment Person on User {\n    name\n  }\n');
const share = tag('fragment Share on Share { owner { ...Person } }', [person]);

describe('an operation', () => {
  it('is sent without the indentation of the sources', () => {
    expect(sourceOf(tag('\n  query Me {\n    me {\n      id\n    }\n  }\n'))).toBe('query Me {\nme {\nid\n}\n}');
  });

  it('brings each fragment once, those of its fragments too', () => {
    const source = sourceOf(tag('query Both { ...Share ...Person }', [share, person]));
    expect(source.match(/fragment \w+/g)).toEqual(['fragment Share', 'fragment Person']);
    expect(source.startsWith('query Both')).toBe(true);
  });
});
