// Who can get at a thing and by what way: as its owner, by a share of its own, or through a corpus that it was put into.
import { personName, type Named } from '@/lib/people';
import { isMine, type Permitted } from '@/lib/permissions';

import { roleWords, type Role } from './roles';

export interface ShareFacts {
  uuid: string;
  role: Role;
  person: (Named & { uuid: string }) | null;
  team: { uuid: string; name: string } | null;
  isLink: boolean;
  expires: string | null;
  version: string;
}

export interface Holder extends Permitted {
  uuid: string;
  title: string;
  isPublic: boolean;
  owner: Named;
  shares: readonly ShareFacts[];
}

export interface Thing extends Holder {
  /** the corpora that a document of one's own was put into by oneself: others only hold it, and show it to nobody */
  lentTo?: readonly Holder[];
  /** places in corpora that one does not see any more */
  lentOutOfSight?: readonly string[];
}

export type Way = 'person' | 'team' | 'link' | 'everybody';

export interface Through {
  key: string;
  who: string;
  way: Way;
  role: string;
  corpus: { uuid: string; title: string };
}

export function wayOf({ team, isLink }: ShareFacts): Way {
  if (isLink) return 'link';
  return team ? 'team' : 'person';
}

export function whoOf({ person, team }: ShareFacts): string {
  if (person) return personName(person);
  return team ? team.name : 'Anyone with the link';
}

function throughOwn(corpus: Holder): Through[] {
  const shared = corpus.shares.map((share) => ({
    key: share.uuid,
    who: whoOf(share),
    way: wayOf(share),
    role: roleWords(share.role),
    corpus,
  }));
  const open: Through = { key: `${corpus.uuid}-all`, who: 'Everybody', way: 'everybody', role: roleWords('VIEWER'), corpus };
  return corpus.isPublic ? [...shared, open] : shared;
}

/** With whom somebody else has shared their corpus is theirs to know; that its owner can look is not. */
const throughAnothers = (corpus: Holder): Through => ({
  key: corpus.uuid,
  who: `${personName(corpus.owner)}, and whoever that corpus is shared with`,
  way: 'team',
  role: roleWords('EDITOR'),
  corpus,
});

/** Everybody who gets at a document through the corpora that it is lent to. */
export const throughCorpora = ({ lentTo = [] }: Thing): Through[] =>
  lentTo.flatMap((corpus) => (isMine(corpus) ? throughOwn(corpus) : [throughAnothers(corpus)]));
