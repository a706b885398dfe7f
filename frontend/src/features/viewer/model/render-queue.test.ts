import { describe, expect, it } from 'vitest';

import { RenderQueue } from './render-queue';

/** Wait until the queue has started what it can. */
async function settle(): Promise<void> {
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
}

/** Create a queue whose jobs finish on demand. */
function setup() {
  const errors: unknown[] = [];
  const queue = new RenderQueue((error) => errors.push(error));
  queue.setFocus(0); // no page of these tests, unless they set it
  const started: number[] = [];
  const open = new Map<number, { finish: () => void; fail: (error: Error) => void }>();
  const add = (page: number) =>
    queue.add({
      page,
      draw: (signal) =>
        new Promise<void>((finish, fail) => {
          started.push(page);
          open.set(page, { finish, fail });
          signal.addEventListener('abort', () => fail(new Error('cancelled')));
        }),
    });
  const finish = async (page: number) => {
    open.get(page)?.finish();
    await settle();
  };
  return { queue, errors, started, open, add, finish };
}

describe('the render queue', () => {
  it('draws at most two pages at once', async () => {
    const { add, started, finish } = setup();
    for (const page of [1, 2, 3]) add(page);
    await settle();
    expect(started).toEqual([1, 2]);
    await finish(1);
    expect(started).toEqual([1, 2, 3]);
  });

  it('draws the page nearest to the current page first', async () => {
    const { add, queue, started, finish } = setup();
    for (const page of [1, 2, 30, 9, 11]) add(page);
    await settle();
    queue.setFocus(10);
    await finish(1);
    await finish(2);
    expect(started.slice(2)).toEqual([9, 11]);
  });

  it('draws the current page first of those that are added together', async () => {
    const { add, queue, started } = setup();
    queue.setFocus(50);
    for (const page of [49, 50, 51]) add(page);
    await settle();
    expect(started[0]).toBe(50);
  });

  it('draws the current page alone, then two at once', async () => {
    const { add, queue, started, finish } = setup();
    queue.setFocus(2);
    for (const page of [1, 2, 3]) add(page);
    await settle();
    expect(started).toEqual([2]);
    await finish(2);
    expect(started).toEqual([2, 1, 3]);
  });

  it('does not wait for a current page that is cancelled', async () => {
    const { add, queue, started } = setup();
    queue.setFocus(2);
    const cancel = add(2);
    add(3);
    await settle();
    cancel();
    await settle();
    expect(started).toEqual([2, 3]);
  });

  it('does not start a cancelled page', async () => {
    const { add, started, finish } = setup();
    add(1);
    add(2);
    add(3)();
    await finish(1);
    expect(started).toEqual([1, 2]);
  });

  it('continues with the next page after a cancellation, without an error', async () => {
    const { add, started, errors, finish } = setup();
    const cancel = add(1);
    add(2);
    add(3);
    await settle();
    cancel();
    await finish(1);
    expect(started).toEqual([1, 2, 3]);
    expect(errors).toEqual([]);
  });

  it('reports a failure and continues', async () => {
    const { add, started, errors, open, finish } = setup();
    for (const page of [1, 2, 3]) add(page);
    await settle();
    open.get(2)?.fail(new Error('broken'));
    await finish(0);
    expect(errors).toHaveLength(1);
    expect(started).toEqual([1, 2, 3]);
  });
});
