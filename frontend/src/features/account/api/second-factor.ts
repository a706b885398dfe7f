// The second factor of the user: an authenticator app, and recovery codes.
import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { sessionOptions } from '@/features/session/api/session';
import { sendJson } from '@/lib/http';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const FACTOR = '/api/v1/auth/second-factor';
export const SECOND_FACTOR_KEY = ['second-factor'];

export interface SecondFactor {
  /** null: the password alone signs in */
  since: string | null;
  /** whether there is an authenticator app */
  app: boolean;
  last_used: string | null;
  /** the number of unused ones */
  recovery_codes: number;
}

/** The input of an authenticator app; nothing is stored before it is confirmed by a code. */
export interface Setup {
  secret: string;
  /** the rows of the QR code, of 0 (light) and 1 (dark) */
  qr_code: string[];
}

interface RecoveryCodes {
  recovery_codes: string[];
}

export const secondFactorOptions = queryOptions({ queryKey: SECOND_FACTOR_KEY, queryFn: () => sendJson<SecondFactor>(FACTOR, 'GET') });

export const useSetup = () =>
  useInvalidatingMutation<void, Setup>({ mutationFn: () => sendJson<Setup>(`${FACTOR}/setup`, 'POST', {}), affected: [] });

export function useAddSecondFactor() {
  const queryClient = useQueryClient();
  return useInvalidatingMutation({
    mutationFn: (body: { secret: string; code: string }) => sendJson<RecoveryCodes>(FACTOR, 'POST', body),
    affected: [SECOND_FACTOR_KEY],
    onSuccess: () => queryClient.setQueryData(sessionOptions.queryKey, (user) => user && { ...user, needs_second_factor: false }),
    onError: ignoreError,
  });
}

export const useNewRecoveryCodes = () =>
  useInvalidatingMutation<void, RecoveryCodes>({ mutationFn: () => sendJson<RecoveryCodes>(`${FACTOR}/recovery-codes`, 'POST', {}), affected: [SECOND_FACTOR_KEY] });

export const useRemoveSecondFactor = () =>
  useInvalidatingMutation<void, void>({ mutationFn: () => sendJson<void>(FACTOR, 'DELETE'), affected: [SECOND_FACTOR_KEY] });
