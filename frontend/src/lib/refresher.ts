// Many changes at once become few requests: what is named while a round runs waits for the next, so that nothing is fetched twice
// at the same time and nothing shown stays older than the last change.

type Key = readonly unknown[];

const GATHER_MS = 50;
const PAUSE_MS = 400;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export function createRefresher(refresh: (key: Key) => Promise<unknown>): (keys: readonly Key[]) => void {
  const named = new Map<string, Key>();
  let runs = false;

  const run = async () => {
    runs = true;
    await wait(GATHER_MS);
    while (named.size > 0) {
      const keys = [...named.values()];
      named.clear();
      // oxlint-disable-next-line no-await-in-loop -- one round after another is the point
      await Promise.allSettled(keys.map(refresh)).then(() => wait(PAUSE_MS));
    }
    runs = false;
  };

  return (keys) => {
    for (const key of keys) named.set(JSON.stringify(key), key);
    if (!runs && named.size > 0) void run();
  };
}
