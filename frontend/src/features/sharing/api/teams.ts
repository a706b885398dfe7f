import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { sendJson } from '@/lib/http';
import type { Named } from '@/lib/people';

const PATH = '/api/v1/teams';
export const TEAMS = ['teams'];

export type TeamRole = 'admin' | 'member';

export interface Member {
  person: Named & { id: string };
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

interface Page {
  results: Team[];
  next: string | null;
}

/** Somebody's teams are few; the choice of one needs all of them. */
async function everyTeam(): Promise<Team[]> {
  const teams: Team[] = [];
  for (let path: string | null = PATH; path; ) {
    // oxlint-disable-next-line no-await-in-loop -- each page needs the address that the one before gives
    const { results, next }: Page = await sendJson<Page>(path, 'GET');
    teams.push(...results);
    path = next && new URL(next, location.origin).pathname + new URL(next, location.origin).search;
  }
  return teams;
}

export const teamsOptions = queryOptions({ queryKey: TEAMS, queryFn: everyTeam });

function useChange<Asked, Answer>(send: (asked: Asked) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: send, onSettled: () => queryClient.invalidateQueries({ queryKey: TEAMS }) });
}

export const useCreateTeam = () => useChange((name: string) => sendJson<Team>(PATH, 'POST', { name }));

export const useDeleteTeam = (id: string) => useChange(() => sendJson<void>(`${PATH}/${id}`, 'DELETE'));

export interface NewMember {
  person: string;
  role: TeamRole;
}

/** Somebody who is in the team already gets the role. */
export const useAddMember = (id: string) => useChange((member: NewMember) => sendJson<Team>(`${PATH}/${id}/members`, 'POST', member));

export const useRemoveMember = (id: string) => useChange((person: string) => sendJson<void>(`${PATH}/${id}/members/${person}`, 'DELETE'));
