// Waits for the edits of the open page, for what reads the history that the server has.
import type { QueryClient } from '@tanstack/react-query';

import { useConnection } from '@/lib/connection';

import { useOpenQueue } from './edit-queue';

/** Wait until the server has stored or rejected the edits of the open page. Return false if they wait for a connection. */
export async function waitForEdits(queryClient: QueryClient): Promise<boolean> {
  const { queue } = useOpenQueue.getState();
  if (!queue) return true;
  const { mutationKey } = queue;
  const ends: (() => void)[] = [];
  try {
    return await new Promise((resolve) => {
      const look = () => {
        const isSending = queryClient.isMutating({ mutationKey }) > 0;
        if (!isSending || useConnection.getState().lost) resolve(!isSending);
      };
      ends.push(queryClient.getMutationCache().subscribe(look), useConnection.subscribe(look));
      look();
    });
  } finally {
    for (const end of ends) end();
  }
}
