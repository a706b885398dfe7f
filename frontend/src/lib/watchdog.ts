// Notices that nothing has arrived for too long: a connection may be gone without having been closed.

/** as many intervals may pass without a sign of life */
const INTERVALS = 2.5;
/** until the server has sent its interval */
const OPENING_SECONDS = 15;

export interface Watchdog {
  /** something has arrived; the server may have sent how often something does */
  onAlive: (seconds?: number) => void;
  stop: () => void;
}

/** Call `onSilent` once nothing has arrived for two and a half intervals. An open connection whose interval is not known is not watched. */
export function startWatchdog(onSilent: () => void): Watchdog {
  const start = (seconds: number) => setTimeout(onSilent, seconds * INTERVALS * 1_000);
  let interval = 0;
  let timer = start(OPENING_SECONDS);
  return {
    onAlive: (seconds = interval) => {
      interval = seconds;
      clearTimeout(timer);
      if (interval > 0) timer = start(interval);
    },
    stop: () => clearTimeout(timer),
  };
}
