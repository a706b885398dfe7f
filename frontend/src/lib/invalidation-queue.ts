// Batches query invalidations: keys added while a round runs are invalidated in the next one, so that no query is fetched twice at the
// same time and every query is fetched after its last change.

type Key = readonly unknown[];

const GATHER_MS = 50;
const PAUSE_MS = 400;
/** A request that hangs must not stop all later updates. */
const MAX_ROUND_MS = 8_000;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export function createInvalidationQueue(invalidate: (key: Key) => Promise<unknown>): (keys: readonly Key[]) => void {
  const pending = new Map<string, Key>();
  let isRunning = false;

  const run = async () => {
    isRunning = true;
    await sleep(GATHER_MS);
    while (pending.size > 0) {
      const keys = [...pending.values()];
      pending.clear();
      // oxlint-disable-next-line no-await-in-loop -- rounds run one after another
      await Promise.race([Promise.allSettled(keys.map(invalidate)), sleep(MAX_ROUND_MS)]).then(() => sleep(PAUSE_MS));
    }
    isRunning = false;
  };

  return (keys) => {
    for (const key of keys) pending.set(JSON.stringify(key), key);
    if (!isRunning && pending.size > 0) void run();
  };
}
