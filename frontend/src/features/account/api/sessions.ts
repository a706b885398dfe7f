// Where the user is signed in.
import { queryOptions } from '@tanstack/react-query';

import { sendJson } from '@/lib/http';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const SESSIONS = '/api/v1/auth/sessions';
const KEY = ['active-sessions'];

export interface ActiveSession {
  id: string;
  kind: 'browser' | 'program';
  created: string;
  last_used: string;
  expires: string;
  address: string | null;
  user_agent: string;
  is_current: boolean;
}

export const activeSessionsOptions = queryOptions({
  queryKey: KEY,
  queryFn: async () => (await sendJson<{ results: ActiveSession[] }>(SESSIONS, 'GET')).results,
});

export const useEndSession = () => useInvalidatingMutation({ mutationFn: (id: string) => sendJson<void>(`${SESSIONS}/${id}`, 'DELETE'), affected: [KEY] });
