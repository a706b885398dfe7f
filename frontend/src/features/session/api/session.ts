import { queryOptions } from '@tanstack/react-query';

import { sendJson } from '@/lib/http';
import { setTimeZone } from '@/lib/time';

const PATH = '/api/v1/auth/session';

export interface SessionUser {
  id: string;
  username: string;
  email: string;
  is_staff: boolean;
  name: string;
  language: string;
  time_zone: string;
  email_confirmed: boolean;
  pending_email: string;
  has_password: boolean;
}

interface Session {
  user: SessionUser | null;
}

/** Return the session that the server has embedded in the page. Later calls return null, because it gets outdated. */
function takeEmbeddedSession(): Session | null {
  const element = document.getElementById('session');
  element?.remove();
  return element?.textContent ? (JSON.parse(element.textContent) as Session) : null;
}

export const sessionOptions = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const { user } = takeEmbeddedSession() ?? (await sendJson<Session>(PATH, 'GET'));
    setTimeZone(user?.time_zone);
    return user;
  },
  staleTime: Infinity,
});

export interface Credentials {
  username: string;
  password: string;
}

export async function signIn(credentials: Credentials): Promise<SessionUser | null> {
  const { user } = await sendJson<Session>(PATH, 'POST', credentials);
  setTimeZone(user?.time_zone);
  return user;
}

export const signOut = () => sendJson<void>(PATH, 'DELETE');
