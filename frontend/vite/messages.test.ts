import { i18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';

import { compileMessages } from './messages';

const descriptor = (literal: string) => `$_i18n._(/*i18n*/ {\n id: "a1", message: ${literal}, values: {} })`;
const compiled = (literal: string) => /message: (.*?), values/.exec(compileMessages(descriptor(literal)))?.[1];

describe('compileMessages', () => {
  it('leaves plain texts as they are', () => expect(compiled('"Create folder"')).toBe('"Create folder"'));

  it.each([
    ['"Move {name}"', '["Move ",["name"]]'],
    [String.raw`'it\'s "{name}"'`, String.raw`["it\'s \"",["name"],"\""]`.replace(String.raw`\'`, "'")],
    ['"{n, plural, one {# file} other {# files}}"', '[["n","plural",{"one":["#"," file"],"other":["#"," files"]}]]'],
  ])('compiles %s', (literal, result) => expect(compiled(literal)).toBe(result));

  it('fails for a message with a syntax error', () => expect(() => compiled('"Move {name"')).toThrow());
});

describe('compiled messages in the code', () => {
  it('are accepted as defaults', () => {
    const message = JSON.parse(compiled('"{n, plural, one {# file} other {# files}} of {name}"') ?? '') as string;
    expect(i18n._({ id: 'unknown', message, values: { n: 1_200, name: 'Ada' } })).toBe('1,200 files of Ada');
  });
});
