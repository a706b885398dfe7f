// Invitations to create an account; for staff.
import { t } from '@lingui/core/macro';

import { sendJson } from '@/lib/http';
import { useRestPages } from '@/lib/rest-pages';
import { showToast } from '@/lib/toasts';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const PATH = '/api/v1/auth/invitations';
const KEY = ['invitations'];

export interface Invitation {
  id: string;
  email: string;
  invited_by: string;
  created: string;
  expires: string;
  accepted: string | null;
}

export const useInvitations = () => useRestPages<Invitation>(KEY, PATH);

export const useInvite = () =>
  useInvalidatingMutation({
    mutationFn: (email: string) => sendJson<Invitation>(PATH, 'POST', { email }),
    affected: [KEY],
    onSuccess: ({ email }) => showToast({ text: t`Invitation sent to ${email}.` }),
    onError: ignoreError,
  });

export const useWithdrawInvitation = () =>
  useInvalidatingMutation({ mutationFn: (id: string) => sendJson<void>(`${PATH}/${id}`, 'DELETE'), affected: [KEY] });
