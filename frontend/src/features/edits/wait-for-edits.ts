// Waits for edits that are being sent.
import type { QueryClient } from '@tanstack/react-query';

import { useConnection } from '@/lib/connection';

import { useOpenQueue, type Sending } from './edit-queue';

/** Wait until this is so, looking again after each change of a mutation or of the connection. */
async function until(queryClient: QueryClient, isSo: () => boolean): Promise<void> {
  const ends: (() => void)[] = [];
  try {
    await new Promise<void>((resolve) => {
      const look = () => isSo() && resolve();
      ends.push(queryClient.getMutationCache().subscribe(look), useConnection.subscribe(look));
      look();
    });
  } finally {
    for (const end of ends) end();
  }
}

/** Wait until the server has stored or rejected the edits of the open page. Return false if they wait for a connection. */
export async function waitForEdits(queryClient: QueryClient): Promise<boolean> {
  const { queue } = useOpenQueue.getState();
  if (!queue) return true;
  const { mutationKey } = queue;
  const isSending = () => queryClient.isMutating({ mutationKey }) > 0;
  await until(queryClient, () => !isSending() || useConnection.getState().lost);
  return !isSending();
}

/** Wait until earlier edits of the same target, which were made on other pages, are stored or rejected. Keys are in the order of the edits. */
export async function waitForEarlier(queryClient: QueryClient, { key, place, edit: { target } }: Pick<Sending, 'key' | 'place' | 'edit'>): Promise<void> {
  if (target === undefined) return;
  const isEarlier = (other: Partial<Sending> | undefined) => other?.edit?.target === target && other.place !== place && other.key !== undefined && other.key < key;
  const hasEarlier = () => queryClient.isMutating({ predicate: ({ state }) => isEarlier(state.variables as Partial<Sending> | undefined) }) > 0;
  await until(queryClient, () => !hasEarlier());
}
