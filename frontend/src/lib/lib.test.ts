import { describe, expect, it } from 'vitest';

import { codePointLength, sliceCodePoints } from './code-points';
import { ApiError, errorFromBody, isNotFound, isSignedOut, toApiError } from './errors';
import { fileSize, formatNumber, languageName, quoted } from './format';
import { csrfToken } from './http';
import { hueName, LABEL_HUES, nextHue } from './label-hues';
import { allNodes } from './relay';
import { relativeTime } from './time';
import { uuidv7 } from './uuid';

describe('code points', () => {
  it('count characters outside the basic plane once', () => {
    expect(codePointLength('a𝔘b')).toBe(3);
    expect(sliceCodePoints('a𝔘bc', 1, 3)).toBe('𝔘b');
  });
});

describe('errors', () => {
  it('are parsed with their data', () => {
    const error = errorFromBody('{"error":{"code":"invalid","message":"Too large.","request_id":"r1","limit":5}}', 413);
    expect([error.code, error.message, error.requestId, error.status, error.data['limit']]).toEqual(['invalid', 'Too large.', 'r1', 413, 5]);
  });

  it.each(['<html>502</html>', '', '{"detail":"no"}', '{"error":"text"}'])('with the body %j get a general message', (body) => {
    const error = errorFromBody(body, 502);
    expect(error.code).toBe('http_502');
    expect(error.message).toMatch(/^Something went wrong/);
  });

  it('do not show the message of an unknown exception', () => {
    expect(toApiError(new TypeError('x is undefined')).message).not.toContain('undefined');
  });

  it('distinguish a lost session from wrong credentials', () => {
    expect(isSignedOut(new ApiError({ code: 'not_authenticated', message: '' }))).toBe(true);
    expect(isSignedOut(new ApiError({ code: 'invalid_credentials', message: '' }, 401))).toBe(false);
    expect(isSignedOut(new Error('other'))).toBe(false);
    expect(isNotFound(new ApiError({ code: 'x', message: '' }, 404))).toBe(true);
  });
});

it.each([
  ['csrftoken=abc; other=1', 'abc'],
  ['other=1; csrftoken=abc', 'abc'],
  ['xcsrftoken=no', ''],
  ['', ''],
])('the token in %j is %j', (cookies, token) => {
  expect(csrfToken(cookies)).toBe(token);
});

describe('formats', () => {
  const NOW = Date.parse('2026-11-20T12:00:00Z');

  it.each([
    ['2026-11-20T11:59:30Z', 'just now'],
    ['2026-11-20T11:55:00Z', '5 minutes ago'],
    ['2026-11-19T11:00:00Z', 'yesterday'],
    ['2026-09-01T12:00:00Z', '2 months ago'],
  ])('%s was %s', (iso, words) => {
    expect(relativeTime(iso, NOW)).toBe(words);
  });

  it('of sizes, counts, languages', () => {
    expect([fileSize(0), fileSize(999), fileSize(1_500), fileSize(26_214_400)]).toEqual(['0 B', '999 B', '1.5 kB', '26.2 MB']);
    expect(formatNumber(1200)).toBe('1,200');
    expect([languageName('de'), languageName(''), languageName('not a tag')]).toEqual(['German', '', 'not a tag']);
    expect(quoted('Lease')).toBe('“Lease”');
    expect([...quoted('😀'.repeat(100))]).toHaveLength(63);

  });
});

describe('hues of labels', () => {
  const colors = LABEL_HUES.map(({ color }) => color);

  it.each([
    ['no label', [], 0],
    ['labels with the first two', colors.slice(0, 2), 2],
    ['a label that was deleted, so that its colour is free', colors.toSpliced(1, 1), 1],
    ['all colours', colors, 0],
    ['all colours, the first twice', [...colors, colors[0] ?? ''], 1],
    ['a colour of its own', ['#000000'], 0],
  ])('the next of %s is the first that is used least', (_case, used, hue) => {
    expect(nextHue(used)).toBe(colors[hue]);
  });

  it('have names', () => {
    expect([hueName('#c97706'), hueName('#000000')]).toEqual(['Orange', '#000000']);
  });
});

it('all pages of a connection are loaded', async () => {
  const cursors: (string | null)[] = [];
  const list = await allNodes(async (after) => {
    cursors.push(after);
    const next = after === null ? 'c1' : null;
    return { edges: [{ node: cursors.length }], pageInfo: { hasNextPage: next !== null, endCursor: next } };
  });
  expect([list, cursors]).toEqual([[1, 2], [null, 'c1']]);
});

describe('ids', () => {
  it('are UUIDs of version 7 that sort by time', () => {
    const [early, late] = [uuidv7(1_000), uuidv7(2_000)];
    expect(early).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(early < late).toBe(true);
  });

  it('created at the same moment differ', () => {
    expect(uuidv7(5)).not.toBe(uuidv7(5));
  });
});
