import { useEffect, useState } from 'react';

const SECOND = 1_000;

/** Return the current time, updated every second while `counting`. */
export function useNow(counting: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [counting]);
  return now;
}
