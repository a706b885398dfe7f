// The passkeys of the user.
import { t } from '@lingui/core/macro';
import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { askBrowser, type Options } from '@/features/session/api/passkey';
import { sessionOptions } from '@/features/session/api/session';
import { sendJson } from '@/lib/http';
import { showToast } from '@/lib/toasts';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import { deviceName } from '../model/device';
import { SECOND_FACTOR_KEY } from './second-factor';

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
