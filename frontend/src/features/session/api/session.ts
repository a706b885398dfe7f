import { queryOptions } from '@tanstack/react-query';

import { sendJson } from '@/lib/http';

const PATH = '/api/v1/auth/session';

export interface SessionUser {
  id: string;
  username: string;
  email: string;
  is_staff: boolean;
}

interface Session {
  user: SessionUser | null;
}

export const sessionOptions = queryOptions({
  queryKey: ['session'],
  queryFn: async () => (await sendJson<Session>(PATH, 'GET')).user,
  staleTime: Infinity,
});

export interface Credentials {
  username: string;
  password: string;
}

export const signIn = async (credentials: Credentials) => (await sendJson<Session>(PATH, 'POST', credentials)).user;

export const signOut = () => sendJson<void>(PATH, 'DELETE');
