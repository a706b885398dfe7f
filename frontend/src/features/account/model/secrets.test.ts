import { describe, expect, it } from 'vitest';

import { endingText, expiryText, secretKindText, secretName, usedText, type SecretKind } from './secrets';

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

it.each<[SecretKind, string, string]>([
  ['api_token', 'API token', 'Programs that use this token lose access immediately'],
  ['share_link', 'Share link', 'create a new link'],
  ['calendar_address', 'Calendar address', 'show nothing new'],
  ['signing_secret', 'Signing secret', 'The remote analyzer is disabled.'],
])('%s is named, and says what its end does', (kind, name, ending) => {
  expect(secretKindText(kind)).toBe(name);
  expect(endingText(kind)).toContain(ending);
});

it('names what has no title for the user', () => {
  expect(secretName('Lease')).toBe('Lease');
  expect(secretName('')).toBe('Something you can no longer see');
});

it('says when it was last used', () => {
  expect(usedText(null)).toBe('never used');
  expect(usedText(inHours(-3))).toBe('last used 3 hours ago');
});

describe('expiryText', () => {
  it('says that there is no end', () => expect(expiryText(null)).toBe('never expires'));
  it('says when it was', () => expect(expiryText(inHours(-2))).toBe('expired 2 hours ago'));
  it('says when it will be', () => expect(expiryText('2999-01-02T12:00:00Z')).toContain('expires Jan 2, 2999'));
  it('believes the server', () => expect(expiryText(inHours(2), true)).toMatch(/^expired /));
});
