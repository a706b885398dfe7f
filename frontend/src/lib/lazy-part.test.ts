import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { loadedPart } from './lazy-part';

const SECOND = 1_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const failing = (times: number) => {
  const load = vi.fn(async () => 'part');
  for (let index = 0; index < times; index += 1) load.mockRejectedValueOnce(new Error('Failed to fetch'));
  return load;
};

const calls = async (load: ReturnType<typeof failing>, seconds: number) => {
  await vi.advanceTimersByTimeAsync(seconds * SECOND);
  return load.mock.calls.length;
};

it('a part is loaded once', async () => {
  const load = failing(0);
  const { want, read } = loadedPart(load);
  expect(await calls(load, 100)).toBe(0);
  want();
  want();
  expect(await calls(load, 100)).toBe(1);
  expect(read()).toBe('part');
});

it('a part that could not be loaded is tried again after growing pauses', async () => {
  const load = failing(6);
  const { want, read, subscribe } = loadedPart(load);
  const listener = vi.fn();
  subscribe(listener);
  want();
  expect(await calls(load, 4)).toBe(1);
  expect(await calls(load, 1)).toBe(2);
  expect(await calls(load, 9)).toBe(2);
  expect(await calls(load, 1)).toBe(3);
  expect(await calls(load, 20 + 40)).toBe(5);
  expect(await calls(load, 60)).toBe(6);
  expect(listener).not.toHaveBeenCalled();
  expect(await calls(load, 60)).toBe(7);
  expect(read()).toBe('part');
  expect(listener).toHaveBeenCalledOnce();
  expect(await calls(load, 600)).toBe(7);
});

it('a part that is not wanted any more is not tried again, until it is wanted', async () => {
  const load = failing(2);
  const { want, read } = loadedPart(load);
  const release = want();
  await calls(load, 1);
  release();
  expect(await calls(load, 600)).toBe(1);
  want();
  expect(await calls(load, 1)).toBe(2);
  expect(await calls(load, 600)).toBe(3);
  expect(read()).toBe('part');
});
