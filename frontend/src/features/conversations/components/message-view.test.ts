import { describe, expect, it } from 'vitest';

import { sentText, toolText, usageText } from './message-view';

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

describe('what was sent to a model', () => {
  it.each([
    [[], ''],
    [[{ length: 2480, pictureSize: 0 }, { length: 1, pictureSize: 0 }], '2,481 characters sent'],
    [[{ length: 15, pictureSize: 20_480 }], '15 characters sent · 1 picture sent (20.5 kB)'],
    [[{ length: 0, pictureSize: 500 }, { length: 0, pictureSize: 400 }], '2 pictures sent (900 B)'],
  ])('%j is %s', (calls, text) => {
    expect(sentText(calls)).toBe(text);
  });
});

describe('what an answer takes', () => {
  it.each([
    [1200, 40, '0.021000', '1,240 tokens · cost 0.02'],
    [100, 20, '0.000400', '120 tokens · cost 0.0004'],
    [100, 20, '12.000000', '120 tokens · cost 12.00'],
    [1, 0, '0.000000', '1 token'],
    [0, 0, '0.000000', ''],
  ])('%d and %d tokens for %s', (inputTokens, outputTokens, cost, text) => {
    expect(usageText({ inputTokens, outputTokens, cost })).toBe(text);
  });
});
