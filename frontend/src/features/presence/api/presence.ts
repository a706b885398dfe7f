import { queryOptions } from '@tanstack/react-query';

import { sendJson } from '@/lib/http';
import type { UserName } from '@/lib/users';

export interface PresentUser {
  user: UserName & { id: string };
  page: number;
}

/** The server forgets users who have not reported for 30 s. */
const ALONE_MS = 25_000;
const WITH_OTHERS_MS = 10_000;

/** Report the current page, again and again; the result are the other users who have the document open. */
export const presenceOptions = (documentId: string, page: number) =>
  queryOptions({
    queryKey: ['presence', documentId],
    queryFn: async () => (await sendJson<{ users: PresentUser[] }>(`/api/v1/documents/${documentId}/presence`, 'PUT', { page })).users,
    refetchInterval: ({ state }) => (state.data?.length ? WITH_OTHERS_MS : ALONE_MS),
  });
