import { describe, expect, it } from 'vitest';

import { recentSearches, rememberSearch } from './recent';

function memory(initial?: string) {
  let value: string | null = initial ?? null;
  return { getItem: () => value, setItem: (_: string, text: string) => void (value = text) };
}

describe('recent searches', () => {
  it('are listed once, the last one first, at most six', () => {
    const store = memory();
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', ' c ', '  ']) rememberSearch(text, store);
    expect(recentSearches(store)).toEqual(['c', 'g', 'f', 'e', 'd', 'b']);
  });

  it('are empty if what is stored cannot be read', () => {
    expect(recentSearches(memory('{'))).toEqual([]);
    expect(recentSearches(memory('[1, "a"]'))).toEqual(['a']);
  });
});
