import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createInvalidationQueue } from './invalidation-queue';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('invalidates a key once if it is added many times', async () => {
  const invalidated: unknown[] = [];
  const enqueue = createInvalidationQueue(async (key) => invalidated.push(key));
  for (let change = 0; change < 20; change += 1) enqueue([['documents'], ['document', 'a']]);
  await vi.advanceTimersByTimeAsync(100);
  expect(invalidated).toEqual([['documents'], ['document', 'a']]);
});

it('invalidates a key again if it is added while it is being fetched', async () => {
  const invalidated: unknown[] = [];
  const enqueue = createInvalidationQueue((key) => {
    invalidated.push(key);
    return new Promise((resolve) => setTimeout(resolve, 6_000));
  });
  enqueue([['documents']]);
  await vi.advanceTimersByTimeAsync(100);
  enqueue([['documents']]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(invalidated).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(invalidated).toHaveLength(2);
});

it('continues after a failed request', async () => {
  const invalidate = vi.fn(() => Promise.reject(new Error('offline')));
  const enqueue = createInvalidationQueue(invalidate);
  enqueue([['a']]);
  await vi.advanceTimersByTimeAsync(1_000);
  enqueue([['a']]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(invalidate).toHaveBeenCalledTimes(2);
});

it('continues after a request that never ends', async () => {
  const invalidated: unknown[] = [];
  const enqueue = createInvalidationQueue((key) => {
    invalidated.push(key);
    return new Promise(() => undefined);
  });
  enqueue([['a']]);
  await vi.advanceTimersByTimeAsync(1_000);
  enqueue([['b']]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(invalidated).toEqual([['a']]);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(invalidated).toEqual([['a'], ['b']]);
});
