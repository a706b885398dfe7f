// Who can see an object, in one line.
import { plural, t } from '@lingui/core/macro';

import { isMine } from '@/lib/permissions';
import { shortDay } from '@/lib/time';

import type { ObjectAccess, ShareInfo } from './access';
import { isExpired } from './expiry';

interface Counted {
  people: Set<string>;
  teams: Set<string>;
  /** when the links end; null: never */
  links: (string | null)[];
}

function countShares(shares: readonly ShareInfo[], now: number): Counted {
  const valid = shares.filter(({ expires }) => !isExpired(expires, now));
  return {
    people: new Set(valid.flatMap(({ user, email }) => user?.uuid ?? email ?? [])),
    teams: new Set(valid.flatMap(({ team }) => team?.uuid ?? [])),
    links: valid.filter(({ isLink }) => isLink).map(({ expires }) => expires),
  };
}

/** Return the number of links, and until when the last of them is valid, if that is known. */
function linksText(ends: readonly (string | null)[], now: number): string {
  const links = plural(ends.length, { one: '# link', other: '# links' });
  const known = ends.filter((end) => end !== null);
  const last = known.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1);
  return last === undefined || known.length < ends.length ? links : t`${links} until ${shortDay(last, now)}`;
}

function whoText({ people, teams, links }: Counted, hasOthers: boolean, now: number): string {
  const persons = plural(people.size, { one: '# person', other: '# people' });
  const groups = plural(teams.size, { one: '# team', other: '# teams' });
  const parts = [...(people.size > 0 ? [persons] : []), ...(teams.size > 0 ? [groups] : []), ...(hasOthers ? [t`members of other corpora`] : [])].join(', ');
  if (links.length > 0) return parts ? t`Anyone with ${linksText(links, now)}, and: ${parts}` : t`Anyone with ${linksText(links, now)}`;
  return parts ? t`You and: ${parts}` : t`Only you`;
}

/** Return who can see an object now: its owner, those with a share, all who have a link, or everybody. */
export function visibilityText({ isPublic, shares, inheritedFrom = [], hiddenMemberships = [] }: ObjectAccess, now: number = Date.now()): string {
  const mine = inheritedFrom.filter(isMine);
  if (isPublic || inheritedFrom.some((corpus) => corpus.isPublic)) return t`Everybody: public`;
  const hasOthers = mine.length < inheritedFrom.length || hiddenMemberships.length > 0;
  return whoText(countShares([...shares, ...mine.flatMap((corpus) => corpus.shares)], now), hasOthers, now);
}
