import { useEffect, useEffectEvent, useRef } from 'react';

import { useSettled } from './use-settled';

const PAUSE_MS = 300;

/** Report a value after each change, once it has not changed for a moment: for state that the URL has, too. */
export function useReported<Value>(value: Value, report: (value: Value) => void): void {
  const settled = useSettled(value, PAUSE_MS);
  const reported = useRef(value);
  const onSettled = useEffectEvent((changed: Value) => {
    if (changed === reported.current) return;
    reported.current = changed;
    report(changed);
  });
  useEffect(() => onSettled(settled), [settled]);
}
