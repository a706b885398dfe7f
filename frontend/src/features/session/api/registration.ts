// Registration, password reset and e-mail confirmation.
import { queryOptions } from '@tanstack/react-query';

import { sendJson } from '@/lib/http';

const AUTH = '/api/v1/auth';

export interface Registration {
  mode: 'open' | 'invitation' | 'closed';
  providers: { name: string; url: string }[];
}

export const registrationOptions = queryOptions({
  queryKey: ['registration'],
  queryFn: () => sendJson<Registration>(`${AUTH}/registration`, 'GET'),
  staleTime: 60_000,
});

export interface InvitationPreview {
  email: string;
  invited_by: string;
  expires: string;
}

export const invitationOptions = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => sendJson<InvitationPreview>(`${AUTH}/invitations/check`, 'POST', { token }),
    enabled: token !== '',
  });

export interface NewAccount {
  username: string;
  password: string;
  name: string;
  time_zone: string;
  email?: string;
  invitation?: string;
}

export const register = (account: NewAccount) => sendJson<void>(`${AUTH}/register`, 'POST', account);
export const requestPasswordReset = (email: string) => sendJson<void>(`${AUTH}/password/reset`, 'POST', { email });
export const resetPassword = (token: string, password: string) => sendJson<void>(`${AUTH}/password/reset/confirm`, 'POST', { token, new_password: password });
export const confirmAddress = (token: string) => sendJson<void>(`${AUTH}/email/confirm`, 'POST', { token });
