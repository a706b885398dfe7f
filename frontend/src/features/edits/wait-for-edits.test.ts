import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';

import { waitForEarlier } from './wait-for-edits';

const variables = (key: string, target: string, place = 'list') => ({ key, place, edit: { type: 'texts', group: key, target } });

it('waits for earlier edits of the same target on other pages only', async () => {
  const client = new QueryClient();
  const ends = new Map<string, () => void>();
  const send = (key: string, target: string) => {
    const response = new Promise<void>((resolve) => ends.set(key, resolve));
    void client.getMutationCache().build(client, { mutationKey: [key], mutationFn: () => response }).execute(variables(key, target));
  };
  send('1', 'title');
  send('2', 'other');
  send('4', 'title');
  let isDone = false;
  const waiting = waitForEarlier(client, variables('3', 'title', 'document')).then(() => (isDone = true));
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(isDone).toBe(false);
  ends.get('1')?.();
  await waiting;
});
