// Access to an object: its owner, its shares, and the corpora through which others inherit access.
import { t } from '@lingui/core/macro';

import { isMine, type Permitted } from '@/lib/permissions';
import { displayName, type UserName } from '@/lib/users';

import { roleLabel, type Role } from './roles';

export interface ShareInfo {
  uuid: string;
  role: Role;
  user: (UserName & { uuid: string }) | null;
  /** of a share with an address; which account has it is not shown */
  email: string | null;
  team: { uuid: string; name: string } | null;
  isLink: boolean;
  expires: string | null;
  version: string;
}

export interface CorpusAccess extends Permitted {
  uuid: string;
  title: string;
  isPublic: boolean;
  owner: UserName;
  shares: readonly ShareInfo[];
}

export interface ObjectAccess extends CorpusAccess {
  /** corpora that the owner added the document to: their members have access to it */
  inheritedFrom?: readonly CorpusAccess[];
  /** memberships in corpora that the owner has no access to any more */
  hiddenMemberships?: readonly string[];
}

export type GranteeKind = 'user' | 'team' | 'link' | 'everyone';

export interface InheritedAccess {
  key: string;
  grantee: string;
  kind: GranteeKind;
  role: string;
  corpus: { uuid: string; title: string };
}

export function granteeKind({ team, isLink }: ShareInfo): GranteeKind {
  if (isLink) return 'link';
  return team ? 'team' : 'user';
}

export function granteeName({ user, email, team }: ShareInfo): string {
  if (user) return displayName(user);
  if (email) return email;
  return team ? team.name : t`Anyone with the link`;
}

function throughMyCorpus(corpus: CorpusAccess): InheritedAccess[] {
  const shares = corpus.shares.map((share) => ({
    key: share.uuid,
    grantee: granteeName(share),
    kind: granteeKind(share),
    role: roleLabel(share.role),
    corpus,
  }));
  const everyone: InheritedAccess = { key: `${corpus.uuid}-all`, grantee: t`Everyone`, kind: 'everyone', role: roleLabel('VIEWER'), corpus };
  return corpus.isPublic ? [...shares, everyone] : shares;
}

/** The shares of another user's corpus are private; only its owner is shown. */
const throughOtherCorpus = (corpus: CorpusAccess): InheritedAccess => ({
  key: corpus.uuid,
  grantee: t`${displayName(corpus.owner)} and everyone with access to this corpus`,
  kind: 'team',
  role: roleLabel('EDITOR'),
  corpus,
});

/** Return the access to a document that is inherited from corpora. */
export const inheritedAccess = ({ inheritedFrom = [] }: ObjectAccess): InheritedAccess[] =>
  inheritedFrom.flatMap((corpus) => (isMine(corpus) ? throughMyCorpus(corpus) : [throughOtherCorpus(corpus)]));
