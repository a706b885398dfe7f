import { useEffect, useState } from 'react';

const MAX_WAIT_MS = 2_000;

/** Return false until the browser has nothing more urgent to do: for what the first view does not show. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    // Safari has no `requestIdleCallback`.
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(() => setIdle(true), MAX_WAIT_MS / 2);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: MAX_WAIT_MS });
    return () => cancelIdleCallback(handle);
  }, []);
  return idle;
}
