import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createRefresher } from './refresher';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('asks once for what is named many times', async () => {
  const asked: unknown[] = [];
  const refresh = createRefresher(async (key) => asked.push(key));
  for (let change = 0; change < 20; change += 1) refresh([['documents'], ['document', 'a']]);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual([['documents'], ['document', 'a']]);
});

it('asks again, once the answer is there, for what changed meanwhile', async () => {
  const asked: unknown[] = [];
  const refresh = createRefresher((key) => {
    asked.push(key);
    return new Promise((resolve) => setTimeout(resolve, 6_000));
  });
  refresh([['documents']]);
  await vi.advanceTimersByTimeAsync(100);
  refresh([['documents']]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toHaveLength(2);
});

it('goes on after an answer that failed', async () => {
  const refresh = vi.fn(() => Promise.reject(new Error('away')));
  const name = createRefresher(refresh);
  name([['a']]);
  await vi.advanceTimersByTimeAsync(1_000);
  name([['a']]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(refresh).toHaveBeenCalledTimes(2);
});
