import { useEffect, useEffectEvent, useRef } from 'react';

import { useSettled } from './use-settled';

const PAUSE_MS = 300;

interface InUrl<Value> {
  /** the state of the page */
  value: Value;
  /** the state in the URL */
  inUrl: Value;
  /** called with the state of the page once it has not changed for a moment */
  report: (value: Value) => void;
  /** called with the state in the URL when something else has changed it: Back, or a link */
  apply: (value: Value) => void;
}

const keyOf = (value: unknown) => JSON.stringify(value ?? null);

/** Let the URL follow a state of the page, and the state other changes of the URL. Values are JSON. */
export function useInUrl<Value>({ value, inUrl, report, apply }: InUrl<Value>): void {
  const known = useRef({ value: keyOf(value), inUrl: keyOf(inUrl) });
  const settled = useSettled(keyOf(value), PAUSE_MS);
  const onSettled = useEffectEvent((key: string) => {
    if (key === known.current.value) return;
    known.current = { value: key, inUrl: key };
    report(value);
  });
  const onUrl = useEffectEvent((key: string) => {
    if (key === known.current.inUrl) return;
    known.current = { value: key, inUrl: key };
    apply(inUrl);
  });
  useEffect(() => onSettled(settled), [settled]);
  const urlKey = keyOf(inUrl);
  useEffect(() => onUrl(urlKey), [urlKey]);
}
