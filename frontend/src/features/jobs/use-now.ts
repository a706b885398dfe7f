import { useEffect, useState } from 'react';

const SECOND = 1_000;

/** The time, moving on every second while something on the screen counts. */
export function useNow(counting: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [counting]);
  return now;
}
