import { expect, it, vi } from 'vitest';

it('is back with a response to a request that was sent after it was lost', async () => {
  const listeners: (() => void)[] = [];
  vi.stubGlobal('addEventListener', (_name: string, listener: () => void) => listeners.push(listener));
  const { reportResponse, useConnection } = await import('./connection');
  const before = performance.now();
  for (const goOffline of listeners) goOffline();
  reportResponse(before);
  expect(useConnection.getState().lost).toBe(true);
  reportResponse(performance.now() + 1);
  expect(useConnection.getState().lost).toBe(false);
  vi.unstubAllGlobals();
});
