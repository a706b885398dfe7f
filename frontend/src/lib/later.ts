// Parts of the interface that are fetched once the page stands, so that it stands sooner.
import { useEffect, useSyncExternalStore } from 'react';

/** A hook that gives the part, or undefined until it is here. Who mounts asks for it, again where that failed before. */
export function later<Part>(load: () => Promise<Part>): () => Part | undefined {
  let part: Part | undefined;
  let asked: Promise<void> | undefined;
  const listeners = new Set<() => void>();
  const arrived = (loaded: Part) => {
    part = loaded;
    for (const listener of listeners) listener();
  };
  const failed = () => {
    asked = undefined;
  };
  const ask = () => {
    asked ??= load().then(arrived, failed);
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return function useLater() {
    useEffect(ask, []);
    return useSyncExternalStore(subscribe, () => part);
  };
}
