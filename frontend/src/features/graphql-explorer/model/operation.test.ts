import { describe, expect, it } from 'vitest';

import { forgetOperations, parseVariables, recentOperations, rememberOperation, titleOf } from './operation';

function memory() {
  const values = new Map<string, string>();
  return { getItem: (key: string) => values.get(key) ?? null, setItem: (key: string, value: string) => void values.set(key, value) };
}

const operation = (query: string, variables = '') => ({ query, variables });

describe('variables', () => {
  it('are an object', () => {
    expect(parseVariables(' ')).toEqual({});
    expect(parseVariables('{"a": [1]}')).toEqual({ a: [1] });
  });

  it('are refused with a reason', () => {
    expect(() => parseVariables('{"a": }')).toThrow(/not valid JSON/);
    for (const text of ['[]', 'null', '7']) expect(() => parseVariables(text)).toThrow(/must be a JSON object/);
  });
});

describe('history', () => {
  it('lists each operation once, newest first', () => {
    const store = memory();
    for (const query of ['{ a }', '{ b }', '{ a }']) rememberOperation(operation(query), store);
    rememberOperation(operation('{ a }', '{}'), store);
    expect(recentOperations(store).map(({ query, variables }) => query + variables)).toEqual(['{ a }{}', '{ a }', '{ b }']);
    forgetOperations(store);
    expect(recentOperations(store)).toEqual([]);
  });

  it('has a limit, and survives what others have stored', () => {
    const store = memory();
    for (let number = 0; number < 40; number += 1) rememberOperation(operation(`{ a${number} }`), store);
    expect(recentOperations(store)).toHaveLength(30);
    for (const text of ['{', '7', '[{"query": 1}]']) expect(recentOperations({ ...store, getItem: () => text })).toEqual([]);
  });

  it('names operations', () => {
    expect(titleOf(operation('# first\nquery Mine { me { id } }'))).toBe('Mine');
    expect(titleOf(operation('{ me { id } }'))).toBe('me');
    expect(titleOf(operation(''))).toBe('Operation');
  });
});
