// Profile and password. The profile is part of the session query, so that a change shows everywhere at once.
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { sessionOptions, type SessionUser } from '@/features/session/api/session';
import { withConfirmation } from '@/lib/confirmation';
import { sendJson } from '@/lib/http';
import { setTimeZone } from '@/lib/time';
import { showToast } from '@/lib/toasts';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import { ACCESS } from './secrets';

const AUTH = '/api/v1/auth';

export interface ProfileChange {
  name?: string;
  time_zone?: string;
  language?: string;
  email?: string;
  current_password?: string;
}

export function useChangeProfile(message: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: ProfileChange) => withConfirmation(() => sendJson<SessionUser>(`${AUTH}/me`, 'PATCH', change)),
    onSuccess: (user) => {
      setTimeZone(user.time_zone);
      queryClient.setQueryData(sessionOptions.queryKey, user);
      showToast({ text: message });
    },
  });
}

export function useSendConfirmation() {
  return useMutation({
    mutationFn: () => sendJson<void>(`${AUTH}/email/send`, 'POST', {}),
    onSuccess: () => showToast({ text: t`Confirmation e-mail sent again.` }),
  });
}

interface PasswordChange {
  current_password: string;
  new_password: string;
  revoke_api_tokens: boolean;
}

export function useChangePassword() {
  return useInvalidatingMutation({
    mutationFn: (change: PasswordChange) => sendJson<void>(`${AUTH}/password/change`, 'POST', change),
    affected: ACCESS,
    onSuccess: () => showToast({ text: t`Password changed. You have been signed out on all other devices.` }),
    onError: ignoreError,
  });
}

export const signOutEverywhere = () => sendJson<void>(`${AUTH}/logout-all`, 'POST', {});
