import { queryOptions } from '@tanstack/react-query';

import { sendJson } from '@/lib/http';
import { allRestPages } from '@/lib/rest-pages';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';
import type { UserName } from '@/lib/users';

const PATH = '/api/v1/teams';
export const TEAMS = ['teams'];

export type TeamRole = 'admin' | 'member';

export interface Member {
  user: UserName & { id: string };
  role: TeamRole;
}

export interface Team {
  id: string;
  name: string;
  version: string;
  created: string;
  my_role: TeamRole;
  members: Member[];
}

/** All teams at once: they are few, and every screen that lists them needs all. */
export const teamsOptions = queryOptions({ queryKey: TEAMS, queryFn: () => allRestPages<Team>(PATH) });

/** A mutation of teams. Callers show errors. */
const useTeamMutation = <Input, Result>(mutationFn: (input: Input) => Promise<Result>) =>
  useInvalidatingMutation({ mutationFn, affected: [TEAMS], onError: ignoreError });

export const useCreateTeam = () => useTeamMutation((name: string) => sendJson<Team>(PATH, 'POST', { name }));

export const useDeleteTeam = (id: string) => useTeamMutation(() => sendJson<void>(`${PATH}/${id}`, 'DELETE'));

export interface NewMember {
  /** user name or e-mail */
  user: string;
  role: TeamRole;
}

/** Add a member, or change the role of a present one. */
export const useAddMember = (id: string) => useTeamMutation((member: NewMember) => sendJson<Team>(`${PATH}/${id}/members`, 'POST', member));

export const useRemoveMember = (id: string) => useTeamMutation((userId: string) => sendJson<void>(`${PATH}/${id}/members/${userId}`, 'DELETE'));
