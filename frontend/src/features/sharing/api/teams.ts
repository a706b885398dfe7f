import { queryOptions } from '@tanstack/react-query';

import { sendJson } from '@/lib/http';
import { allRestPages } from '@/lib/rest-pages';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';
import type { UserName } from '@/lib/users';

const PATH = '/api/v1/teams';
const INVITATIONS = '/api/v1/team-invitations';
export const TEAMS = ['teams'];

export type TeamRole = 'admin' | 'member';

export interface Member {
  user: UserName & { id: string };
  role: TeamRole;
  is_service_account: boolean;
  /** the directory of the organization added them, and only it removes them */
  is_provisioned: boolean;
}

/** not answered yet; of an address, the account that has it is not shown */
export interface Invite {
  id: string;
  user: UserName | null;
  email: string | null;
  role: TeamRole;
}

export interface Team {
  id: string;
  name: string;
  version: string;
  created: string;
  my_role: TeamRole;
  /** its members come from a directory */
  is_provisioned: boolean;
  members: Member[];
  /** only for admins */
  invitations: Invite[];
}

/** An invitation of the signed-in user. */
export interface TeamInvitation {
  id: string;
  team: { id: string; name: string };
  role: TeamRole;
  created_by: UserName | null;
}

/** All teams at once: they are few, and every screen that lists them needs all. */
export const teamsOptions = queryOptions({ queryKey: [...TEAMS, 'mine'], queryFn: () => allRestPages<Team>(PATH) });

export const invitationsOptions = queryOptions({
  queryKey: [...TEAMS, 'invitations'],
  queryFn: () => allRestPages<TeamInvitation>(INVITATIONS),
});

/** A mutation of teams. Callers show errors. */
const useTeamMutation = <Input, Result>(mutationFn: (input: Input) => Promise<Result>) =>
  useInvalidatingMutation({ mutationFn, onError: ignoreError });

export const useCreateTeam = () => useTeamMutation((name: string) => sendJson<Team>(PATH, 'POST', { name }));

export const useDeleteTeam = (id: string) => useTeamMutation(() => sendJson<void>(`${PATH}/${id}`, 'DELETE'));

export interface NewMember {
  /** user name or e-mail */
  user: string;
  role: TeamRole;
}

/** Invite a user or an address, or change the role of a member. */
export const useAddMember = (id: string) => useTeamMutation((member: NewMember) => sendJson<Team>(`${PATH}/${id}/members`, 'POST', member));

export const useWithdrawInvitation = (id: string) => useTeamMutation((invitation: string) => sendJson<void>(`${PATH}/${id}/invitations/${invitation}`, 'DELETE'));

/** Accept or decline an invitation. Accepting gives access to what is shared with the team. */
export const useAnswerInvitation = (answer: 'accept' | 'decline') =>
  useInvalidatingMutation({
    mutationFn: (id: string) => sendJson<void>(`${INVITATIONS}/${id}/${answer}`, 'POST', {}),
    onError: ignoreError,
  });

export const useRemoveMember = (id: string) => useTeamMutation((userId: string) => sendJson<void>(`${PATH}/${id}/members/${userId}`, 'DELETE'));
