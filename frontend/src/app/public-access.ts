// Access of anonymous users: public objects, and those shared by a link that they have opened.
import type { QueryClient } from '@tanstack/react-query';

import { corpusOptions } from '@/features/corpora/api/get-corpus';
import { isSignedOut } from '@/lib/errors';

const PUBLIC_PATH = /^\/([dc])\/([^/]+)$/;

/** Ask the server whether an anonymous user may view this path. Not cached, because a link may have expired. */
export async function isPubliclyVisible(queryClient: QueryClient, path: string): Promise<boolean> {
  const [, kind, uuid] = PUBLIC_PATH.exec(path) ?? [];
  if (!uuid) return false;
  try {
    if (kind === 'd') {
      const { openDocumentOptions } = await import('@/features/workspace/api/open-document');
      await queryClient.fetchQuery({ ...openDocumentOptions(queryClient, uuid, undefined), staleTime: 0 });
    } else await queryClient.fetchQuery({ ...corpusOptions(uuid), staleTime: 0 });
    return true;
  } catch (error) {
    // The page itself shows any other error.
    return !isSignedOut(error);
  }
}
