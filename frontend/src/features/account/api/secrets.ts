// What gives access without signing in.
import { t } from '@lingui/core/macro';
import { queryOptions, useMutation } from '@tanstack/react-query';

import { sendJson } from '@/lib/http';
import { showToast } from '@/lib/toasts';
import { ignoreError, keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { SecretKind } from '../model/secrets';

const AUTH = '/api/v1/auth';
const SECRETS = `${AUTH}/secrets`;

/** The keys of the lists of sessions, API tokens and other secrets. */
export const ACCESS = keysOf('secrets', 'active-sessions', 'tokens');

export interface LastingSecret {
  id: string;
  kind: SecretKind;
  /** empty: of something that the user may not view any more */
  title: string;
  document: string | null;
  corpus: string | null;
  /** the API token that it was made with */
  token: string | null;
  created: string;
  last_used: string | null;
  expires: string | null;
}

export const secretsOptions = queryOptions({
  queryKey: ['secrets'],
  queryFn: () => sendJson<{ results: LastingSecret[]; total: number }>(SECRETS, 'GET'),
});

export const useEndSecret = () => useInvalidatingMutation({ mutationFn: (id: string) => sendJson<void>(`${SECRETS}/${id}`, 'DELETE'), affected: ACCESS });

/** Confirm the password, so that this session can make secrets for an hour. */
export const useConfirmPassword = () =>
  useMutation({ mutationFn: (password: string) => sendJson<void>(`${AUTH}/confirm`, 'POST', { current_password: password }) });

/** End all secrets and the other sessions. Users without a password send none. */
export const useEndAccess = () =>
  useInvalidatingMutation({
    mutationFn: (password: { current_password?: string }) => sendJson<void>(`${AUTH}/end-access`, 'POST', password),
    affected: ACCESS,
    onSuccess: () => showToast({ text: t`All access ended.` }),
    onError: ignoreError,
  });
