// Users and addresses to offer while a name is typed: those that the user knows already. There is no list of all.
import { queryOptions } from '@tanstack/react-query';

import { sendJson } from '@/lib/http';
import { displayName, type UserName } from '@/lib/users';

interface KnownUsers {
  users: readonly UserName[];
  emails: readonly string[];
}

export interface Suggestion {
  value: string;
  label: string;
}

const STALE_MS = 60_000;

async function fetchKnown(search: string): Promise<readonly Suggestion[]> {
  const { users, emails } = await sendJson<KnownUsers>(`/api/v1/known-users?search=${encodeURIComponent(search)}`, 'GET');
  return [...users.map((user) => ({ value: user.username, label: displayName(user) })), ...emails.map((email) => ({ value: email, label: email }))];
}

export const knownUsersOptions = (search: string) =>
  queryOptions({ queryKey: ['known-users', search], queryFn: () => fetchKnown(search), staleTime: STALE_MS, placeholderData: (previous?: readonly Suggestion[]) => previous });
