// What is open to those who are not signed in: what a link that they have opened shows, and what is public.
import type { QueryClient } from '@tanstack/react-query';

import { corpusOptions } from '@/features/corpora/api/get-corpus';
import { documentOptions } from '@/features/documents/api/get-document';
import { isSignedOut } from '@/lib/errors';

const OPEN = /^\/([dc])\/([^/]+)$/;

/** Asks the server, each time: a link may have ended since. */
export async function guestMayLook(queryClient: QueryClient, path: string): Promise<boolean> {
  const [, kind, uuid] = OPEN.exec(path) ?? [];
  if (!uuid) return false;
  const asked = kind === 'd' ? queryClient.fetchQuery({ ...documentOptions(uuid), staleTime: 0 }) : queryClient.fetchQuery({ ...corpusOptions(uuid), staleTime: 0 });
  try {
    await asked;
    return true;
  } catch (error) {
    // Whatever else is wrong is said on the page itself.
    return !isSignedOut(error);
  }
}
