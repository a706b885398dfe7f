// Parts of the interface that are loaded after the first render, so that the page shows sooner.
import { createElement, useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';

/**
 * Return a hook that returns the part, or undefined while it is not loaded. It is loaded once a component wants it. A failed load is
 * tried again on the next mount.
 */
export function lazyPart<Part>(load: () => Promise<Part>): (wanted?: boolean) => Part | undefined {
  let part: Part | undefined;
  let loading: Promise<void> | undefined;
  const listeners = new Set<() => void>();
  const onLoad = (loaded: Part) => {
    part = loaded;
    for (const listener of listeners) listener();
  };
  const onError = () => {
    loading = undefined;
  };
  const start = () => {
    loading ??= load().then(onLoad, onError);
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return function useLazyPart(wanted = true) {
    useEffect(() => {
      if (wanted) start();
    }, [wanted]);
    return useSyncExternalStore(subscribe, () => part);
  };
}

/**
 * Return a component that is loaded when it is first shown, and renders nothing until then, nor without a connection: React's `lazy`
 * would replace the whole page by an error.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => ReactNode {
  const usePart = lazyPart(async () => ({ Component: await load() }));
  return function LazyComponent(props) {
    const part = usePart();
    return part && createElement(part.Component, props);
  };
}
