import { describe, expect, it } from 'vitest';

import { toolText } from './tool-name';

describe('the text of a call of a tool', () => {
  it.each([
    ['search', '{"query":"rent"}', 'Searched for “rent”'],
    ['find', '{"document":"d","words":"the rent"}', 'Looked for “the rent”'],
    ['read_pages', '{"document":"d","first":1,"last":2}', 'Read pages 1 to 2'],
    ['read_pages', '{"document":"d","first":3,"last":3}', 'Read page 3'],
    ['read_pages', '{"document":"d"}', 'Read pages'],
    ['tool_of_a_plugin', '{}', 'tool_of_a_plugin'],
  ])('%s %s', (name, given, text) => {
    expect(toolText({ name, arguments: given })).toBe(text);
  });
});
