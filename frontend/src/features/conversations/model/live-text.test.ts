import { describe, expect, it } from 'vitest';

import { draftOf, withText } from './live-text';

describe('the words of an answer', () => {
  it('are appended', () => {
    const texts = withText(withText({}, { message: 'a', offset: 0, text: 'The rent ' }), { message: 'a', offset: 9, text: 'is due.' });
    expect(texts).toEqual({ a: 'The rent is due.' });
  });

  it('are not repeated after a reconnection', () => {
    const once = withText({}, { message: 'a', offset: 0, text: 'The rent' });
    expect(withText(once, { message: 'a', offset: 0, text: 'The rent' })).toEqual(once);
  });

  it('begin again when the answer is written again', () => {
    const once = withText({}, { message: 'a', offset: 0, text: 'The rent' });
    expect(withText(once, { message: 'a', offset: 0, text: 'It' })).toEqual({ a: 'It' });
  });

  it('are left out if a part is missing', () => {
    expect(withText({}, { message: 'a', offset: 5, text: 'rent' })).toEqual({});
  });

  it('are kept apart for each message', () => {
    const texts = withText({ a: 'One' }, { message: 'b', offset: 0, text: 'Two' });
    expect(texts).toEqual({ a: 'One', b: 'Two' });
  });
});

describe('a draft', () => {
  it('has no numbers of sources', () => {
    expect(draftOf('The rent is 900 euros [1]. It is due monthly [1, 2]. It')).toBe('The rent is 900 euros. It is due monthly. It');
    expect(draftOf('The rent is 900 euros [1')).toBe('The rent is 900 euros');
  });

  it('is empty if there is no answer', () => {
    expect(['NOT FOUND', 'NOT F', 'PROPOSED', 'PROP', 'N'].map(draftOf)).toEqual(['', '', '', '', '']);
    expect(draftOf('No rent is due.')).toBe('No rent is due.');
  });
});
