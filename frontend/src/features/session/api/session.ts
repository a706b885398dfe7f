import { queryOptions } from '@tanstack/react-query';

import { setBinDays } from '@/lib/bin-period';
import { sendJson } from '@/lib/http';
import { keepDraftsOf } from '@/lib/remove-drafts';
import { setTimeZone } from '@/lib/time';
import { setTokenDays } from '@/lib/token-lifetime';

const PATH = '/api/v1/auth/session';

export interface SessionUser {
  id: string;
  username: string;
  email: string;
  is_staff: boolean;
  is_superuser: boolean;
  name: string;
  language: string;
  time_zone: string;
  email_confirmed: boolean;
  pending_email: string;
  has_password: boolean;
  /** this installation demands a second factor of administrators, and this one has none */
  needs_second_factor: boolean;
}

export interface Session {
  user: SessionUser | null;
  bin_days: number;
  token_days: number;
  /** for administrators, where it is known */
  flower_url: string;
}

/** Return the session that the server has embedded in the page. Later calls return null, because it gets outdated. */
function takeEmbeddedSession(): Session | null {
  const element = document.getElementById('session');
  element?.remove();
  return element?.textContent ? (JSON.parse(element.textContent) as Session) : null;
}

let knownFlowerUrl = '';

/** Return the URL of Flower, which only administrators get. */
export const flowerUrl = () => knownFlowerUrl;

/** Apply the settings of a session; return its user. */
export function applySession({ user, bin_days, token_days, flower_url }: Session): SessionUser | null {
  knownFlowerUrl = flower_url;
  if (user) keepDraftsOf(user.id);
  setTimeZone(user?.time_zone);
  setBinDays(bin_days);
  setTokenDays(token_days);
  return user;
}

export const sessionOptions = queryOptions({
  queryKey: ['session'],
  queryFn: async () => applySession(takeEmbeddedSession() ?? (await sendJson<Session>(PATH, 'GET'))),
  staleTime: Infinity,
});

export interface Credentials {
  username: string;
  password: string;
  /** of the second factor */
  code?: string;
}

export async function signIn(credentials: Credentials): Promise<SessionUser | null> {
  return applySession(await sendJson<Session>(PATH, 'POST', credentials));
}

export const signOut = () => sendJson<void>(PATH, 'DELETE');
