import { describe, expect, it } from 'vitest';

import type { Permission } from '@/lib/permissions';

import { linkErrorText } from '../components/shared-link';
import { granteeName, inheritedAccess, type CorpusAccess, type ObjectAccess, type ShareInfo } from './access';
import { expiryAfter, isExpired } from './expiry';
import { roleOf } from './roles';
import { visibilityText } from './visibility';

const ada = { username: 'ada', name: 'Ada Lovelace' };
const grace = { uuid: 'g', username: 'grace', name: '' };
const ALL: readonly Permission[] = ['VIEW', 'ANNOTATE', 'REVIEW', 'EDIT', 'SHARE', 'DELETE'];

const share = (info: Partial<ShareInfo>): ShareInfo => ({ uuid: 's', role: 'VIEWER', user: null, email: null, team: null, isLink: false, version: '', expires: null, ...info });
const corpus = (info: Partial<CorpusAccess>): CorpusAccess => ({ uuid: 'c', title: 'Leases', isPublic: false, owner: ada, shares: [], myPermissions: ALL, ...info });
const document = (inheritedFrom: CorpusAccess[]): ObjectAccess => ({ ...corpus({ uuid: 'd', title: 'Lease' }), inheritedFrom });

it.each([
  [share({ user: grace }), 'grace'], // the user name, because there is no name
  [share({ team: { uuid: 't', name: 'Readers' } }), 'Readers'],
  [share({ isLink: true }), 'Anyone with the link'],
  [share({ email: 'grace@example.org' }), 'grace@example.org'],
])('the name of the grantee of share %#', (info, name) => {
  expect(granteeName(info)).toBe(name);
});

describe('inherited access', () => {
  it('lists the shares of my own corpora, and everyone if one is public', () => {
    const mine = corpus({ isPublic: true, shares: [share({ user: grace, role: 'ANNOTATOR' })] });
    expect(inheritedAccess(document([mine])).map(({ grantee, role, kind }) => [grantee, role, kind])).toEqual([
      ['grace', 'Annotator', 'user'],
      ['Everyone', 'Viewer', 'everyone'],
    ]);
  });

  it("shows the owner of another user's corpus, and not its shares", () => {
    const theirs = corpus({ myPermissions: ['VIEW'], owner: grace, shares: [] });
    expect(inheritedAccess(document([theirs])).map(({ grantee }) => grantee)).toEqual(['grace and everyone with access to this corpus']);
  });

  it('is empty for a private corpus without shares', () => {
    expect(inheritedAccess(document([corpus({})]))).toEqual([]);
  });
});

it.each([
  [ALL, 'Owner'],
  [['VIEW', 'ANNOTATE', 'REVIEW', 'EDIT'], 'Editor'],
  [['VIEW', 'ANNOTATE', 'REVIEW'], 'Annotator'],
  [['VIEW', 'REVIEW'], 'Reviewer'],
  [['VIEW'], 'Viewer'],
] as const)('the permissions %j are those of the %s', (permissions, role) => {
  expect(roleOf(permissions).role).toBe(role);
});

it('computes and compares expiry times', () => {
  expect(expiryAfter(0, 0)).toBeNull();
  expect(expiryAfter(7, 0)).toBe('1970-01-08T00:00:00.000Z');
  expect([isExpired(null), isExpired('1970-01-01T00:00:01Z', 1000), isExpired('1970-01-01T00:00:02Z', 1000)]).toEqual([false, true, false]);
});

it.each([
  ['x'.repeat(43), 'link_not_found', 'This link is no longer valid.'],
  ['x'.repeat(40), 'link_not_found', 'This link is incomplete'],
  ['x'.repeat(43), 'link_expired', 'This link has expired'],
  ['x'.repeat(43), 'network', 'The link could not be opened'],
])('link error of token %s with code %s: %s', (token, code, title) => {
  expect(linkErrorText(token, { code, message: '', data: {} }).title).toBe(title);
});

describe('who can see an object', () => {
  const NOW = Date.parse('2026-11-26T09:00:00Z');
  const PAST = '2026-11-25T00:00:00Z';
  const lin = share({ email: 'lin@example.org' });
  const team = share({ team: { uuid: 't', name: 'Readers' } });
  const link = share({ isLink: true });

  it.each([
    [[], 'Only you'],
    [[share({ user: grace })], 'You and: 1 person'],
    [[share({ user: grace }), lin, team], 'You and: 2 people, 1 team'],
    [[link], 'Anyone with 1 link'],
    [[link, lin], 'Anyone with 1 link, and: 1 person'],
    [[share({ isLink: true, expires: '2026-12-20T12:00:00Z' })], 'Anyone with 1 link until Dec 20'],
    [[share({ isLink: true, expires: '2026-12-20T12:00:00Z' }), share({ isLink: true, expires: '2027-11-20T12:00:00Z' })], 'Anyone with 2 links until Nov 20, 2027'],
    [[share({ isLink: true, expires: '2026-12-20T12:00:00Z' }), link], 'Anyone with 2 links'],
    [[share({ isLink: true, expires: PAST }), share({ user: grace, expires: PAST })], 'Only you'],
  ])('by its shares %#', (shares, text) => {
    expect(visibilityText(corpus({ shares }), NOW)).toBe(text);
  });

  it('is everybody for public objects, and those in public corpora', () => {
    expect(visibilityText(corpus({ isPublic: true, shares: [link] }), NOW)).toBe('Everybody: public');
    expect(visibilityText(document([corpus({ isPublic: true })]), NOW)).toBe('Everybody: public');
  });

  it('has those with access through corpora, each once', () => {
    const mine = corpus({ shares: [share({ user: grace })] });
    expect(visibilityText({ ...document([mine]), shares: [share({ user: grace })] }, NOW)).toBe('You and: 1 person');
    expect(visibilityText(document([corpus({ myPermissions: ['VIEW'] })]), NOW)).toBe('You and: members of other corpora');
  });
});
