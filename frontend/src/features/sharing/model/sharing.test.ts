import { describe, expect, it } from 'vitest';

import type { Permission } from '@/lib/permissions';

import { granteeName, inheritedAccess, type CorpusAccess, type ObjectAccess, type ShareInfo } from './access';
import { expiryAfter, isExpired } from './expiry';
import { linkErrorText } from './link-error';
import { roleOf } from './roles';

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
