// The second factor of the user: an authenticator app, and recovery codes.
import { t } from '@lingui/core/macro';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { askBrowser, type Options } from '@/features/session/api/passkey';
import { sessionOptions } from '@/features/session/api/session';
import { sendJson } from '@/lib/http';
import { showToast } from '@/lib/toasts';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import { deviceName } from '../components/session-list';

const FACTOR = '/api/v1/auth/second-factor';
const SECOND_FACTOR_KEY = ['second-factor'];

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

// The passkeys of the user.

const PASSKEYS = '/api/v1/auth/passkeys';
const KEY = ['passkeys'];
const AFFECTED = [KEY, SECOND_FACTOR_KEY];

export interface Passkey {
  id: string;
  name: string;
  created: string;
  last_used: string | null;
  /** kept on several devices */
  is_synced: boolean;
}

interface NewPasskey {
  passkey: Passkey;
  /** empty if the user has some */
  recovery_codes: string[];
}

export const passkeysOptions = queryOptions({ queryKey: KEY, queryFn: async () => (await sendJson<{ results: Passkey[] }>(PASSKEYS, 'GET')).results });

async function addPasskey(): Promise<NewPasskey> {
  const { options } = await sendJson<Options<PublicKeyCredentialCreationOptionsJSON>>(`${PASSKEYS}/setup`, 'POST', {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await askBrowser(navigator.credentials.create({ publicKey }));
  return sendJson<NewPasskey>(PASSKEYS, 'POST', { credential, name: deviceName(navigator.userAgent, 'browser') });
}

export function useAddPasskey() {
  const queryClient = useQueryClient();
  return useInvalidatingMutation<void, NewPasskey>({
    mutationFn: addPasskey,
    affected: AFFECTED,
    onSuccess: ({ passkey }) => {
      queryClient.setQueryData(sessionOptions.queryKey, (user) => user && { ...user, needs_second_factor: false });
      showToast({ text: t`Passkey “${passkey.name}” added.` });
    },
  });
}

export const useRenamePasskey = () =>
  useInvalidatingMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => sendJson<Passkey>(`${PASSKEYS}/${id}`, 'PATCH', { name }),
    affected: [KEY],
    onError: ignoreError,
  });

export const useRemovePasskey = () =>
  useInvalidatingMutation({
    mutationFn: ({ id }: Passkey) => sendJson<void>(`${PASSKEYS}/${id}`, 'DELETE'),
    affected: AFFECTED,
    onSuccess: (_, { name }) => showToast({ text: t`Passkey “${name}” removed.` }),
  });
