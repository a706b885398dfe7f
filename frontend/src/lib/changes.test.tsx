import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';

import { changesShown, listenToChanges, reportChanges } from './changes';
import { sendJson } from './http';
import { useInvalidatingMutation } from './use-invalidating-mutation';

const HEADER = '7:corpus:u::labels';

const respond = (headers: HeadersInit) => vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { headers })));

let stop: () => void = () => undefined;
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

it('what responses have changed is passed on, and waits for a listener', async () => {
  reportChanges('early');
  const listener = vi.fn(() => Promise.resolve());
  stop = listenToChanges(listener);
  respond({ 'X-Changes': HEADER });
  await sendJson('/api/v1/labels/1', 'PATCH', {});
  respond({});
  await sendJson('/api/v1/labels/1', 'GET');
  expect(listener.mock.calls).toEqual([['early'], [HEADER]]);
});

it('a list that cannot be loaded again is not waited for', async () => {
  stop = listenToChanges(() => Promise.reject(new Error('offline')));
  reportChanges(HEADER);
  await expect(changesShown()).resolves.toBeDefined();
});

it('a mutation is done when the screen shows what its response says', async () => {
  const shown: (() => void)[] = [];
  stop = listenToChanges(() => new Promise<void>((resolve) => shown.push(resolve)));
  respond({ 'X-Changes': HEADER });
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  const { result } = renderHook(() => useInvalidatingMutation({ mutationFn: () => sendJson('/api/v1/labels/1', 'PATCH', {}) }), { wrapper });
  act(() => result.current.mutate());
  await vi.waitFor(() => expect(client.isMutating()).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(result.current.isPending).toBe(true);
  for (const resolve of shown) resolve();
  await vi.waitFor(() => expect(result.current.isSuccess).toBe(true));
});

it.each([
  [undefined, true, 'all is loaded again'],
  [[['tokens']], false, 'only what the mutation names'],
] as const)('after a refusal of a mutation that affects %j: %s %s', async (affected, isLoaded, _reason) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ error: { code: 'edit_conflict', message: '' } }, { status: 409 })));
  const client = new QueryClient();
  client.setQueryData(['labels'], []);
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  const { result } = renderHook(() => useInvalidatingMutation({ mutationFn: () => sendJson('/api/v1/labels/1', 'PATCH', {}), ...(affected && { affected }) }), { wrapper });
  act(() => result.current.mutate());
  await vi.waitFor(() => expect(result.current.isError).toBe(true));
  expect(client.getQueryState(['labels'])?.isInvalidated).toBe(isLoaded);
});
