// Service accounts of a team; for its admins.
import { TEAMS } from '@/features/sharing/api/teams';
import { sendJson } from '@/lib/http';
import { useRestPages } from '@/lib/rest-pages';
import { ignoreError, keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const PATH = '/api/v1/service-accounts';

export interface ServiceAccount {
  id: string;
  username: string;
  name: string;
  is_active: boolean;
  tokens: { count: number; last_used: string | null };
}

const keyOf = (team: string) => [...TEAMS, team, 'service-accounts'];

/** The path of the tokens of an account. */
export const tokensPath = (account: string) => `${PATH}/${account}/tokens`;

export const useServiceAccounts = (team: string) => useRestPages<ServiceAccount>(keyOf(team), `/api/v1/teams/${team}/service-accounts`);

export const useCreateServiceAccount = (team: string) =>
  useInvalidatingMutation({
    mutationFn: (name: string) => sendJson<ServiceAccount>(`/api/v1/teams/${team}/service-accounts`, 'POST', { name }),
    affected: [TEAMS],
    onError: ignoreError,
  });

export const useSetActive = () =>
  useInvalidatingMutation({
    mutationFn: ({ id, is_active }: { id: string; is_active: boolean }) => sendJson<ServiceAccount>(`${PATH}/${id}`, 'PATCH', { is_active }),
    affected: [TEAMS],
  });

/** Delete an account. What it owns becomes the user's. */
export const useDeleteServiceAccount = () =>
  useInvalidatingMutation({
    mutationFn: (id: string) => sendJson<void>(`${PATH}/${id}`, 'DELETE'),
    affected: [TEAMS, ...keysOf('documents', 'corpora')],
  });
