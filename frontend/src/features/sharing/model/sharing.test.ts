import { describe, expect, it } from 'vitest';

import type { Permission } from '@/lib/permissions';

import { throughCorpora, whoOf, type Holder, type ShareFacts, type Thing } from './access';
import { endAfter, isOver } from './expiry';
import { linkTrouble } from './link-trouble';
import { ownRole } from './roles';

const ada = { username: 'ada', name: 'Ada Lovelace' };
const grace = { uuid: 'g', username: 'grace', name: '' };
const ALL: readonly Permission[] = ['VIEW', 'ANNOTATE', 'REVIEW', 'EDIT', 'SHARE', 'DELETE'];

const share = (facts: Partial<ShareFacts>): ShareFacts => ({ uuid: 's', role: 'VIEWER', person: null, team: null, isLink: false, version: '', expires: null, ...facts });
const corpus = (facts: Partial<Holder>): Holder => ({ uuid: 'c', title: 'Leases', isPublic: false, owner: ada, shares: [], myPermissions: ALL, ...facts });
const thing = (lentTo: Holder[]): Thing => ({ ...corpus({ uuid: 'd', title: 'Lease' }), lentTo });

it.each([
  [share({ person: grace }), 'grace'], // without a name, the user name
  [share({ team: { uuid: 't', name: 'Readers' } }), 'Readers'],
  [share({ isLink: true }), 'Anyone with the link'],
])('names whom a share reaches', (facts, who) => {
  expect(whoOf(facts)).toBe(who);
});

describe('access through corpora', () => {
  it('lists the shares of my own corpora, and everybody where one is public', () => {
    const mine = corpus({ isPublic: true, shares: [share({ person: grace, role: 'ANNOTATOR' })] });
    expect(throughCorpora(thing([mine])).map(({ who, role, way }) => [who, role, way])).toEqual([
      ['grace', 'Annotator', 'person'],
      ['Everybody', 'Viewer', 'everybody'],
    ]);
  });

  it("says of another's corpus whose it is, and not with whom it is shared", () => {
    const theirs = corpus({ myPermissions: ['VIEW'], owner: grace, shares: [] });
    expect(throughCorpora(thing([theirs])).map(({ who }) => who)).toEqual(['grace, and whoever that corpus is shared with']);
  });

  it('has nothing to say about a corpus that nobody else sees', () => {
    expect(throughCorpora(thing([corpus({})]))).toEqual([]);
  });
});

it.each([
  [ALL, 'owner'],
  [['VIEW', 'ANNOTATE', 'REVIEW', 'EDIT'], 'editor'],
  [['VIEW', 'ANNOTATE', 'REVIEW'], 'annotator'],
  [['VIEW', 'REVIEW'], 'reviewer'],
  [['VIEW'], 'viewer'],
] as const)('with %j somebody is the %s', (permissions, role) => {
  expect(ownRole(permissions).role).toBe(role);
});

it('counts days from now, and knows what is over', () => {
  expect(endAfter(0, 0)).toBeNull();
  expect(endAfter(7, 0)).toBe('1970-01-08T00:00:00.000Z');
  expect([isOver(null), isOver('1970-01-01T00:00:01Z', 1000), isOver('1970-01-01T00:00:02Z', 1000)]).toEqual([false, true, false]);
});

it.each([
  ['x'.repeat(43), 'link_not_found', 'This link does not work any more'],
  ['x'.repeat(40), 'link_not_found', 'This is not a whole link'],
  ['x'.repeat(43), 'link_expired', 'This link has ended'],
  ['x'.repeat(43), 'network', 'The link could not be opened'],
])('tells why a link does not open', (token, code, title) => {
  expect(linkTrouble(token, { code, message: '', data: {} }).title).toBe(title);
});
