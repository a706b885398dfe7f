// Parts of the interface that are loaded after the first render, so that the page shows sooner.
import { t } from '@lingui/core/macro';
import { createElement, useEffect, useRef, useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';

import { NOT_CONNECTED } from './messages/general';
import { showToast } from './toasts';

// Browsers keep the failure of an import until the page is reloaded, so none is tried that has to fail.
const isOffline = () => !navigator.onLine;

async function whenOnline(): Promise<void> {
  if (isOffline()) await new Promise((resolve) => globalThis.addEventListener('online', resolve, { once: true }));
}

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Return a part that is loaded once a component wants it, and, if there is no connection then, when there is one again. If that fails, it
 * is tried again after pauses while one still wants it: newer browsers then send the request again.
 */
export function loadedPart<Part>(load: () => Promise<Part>) {
  let part: Part | undefined;
  let isLoading = false;
  let wants = 0;
  let pause = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const onLoad = (loaded: Part) => {
    part = loaded;
    for (const listener of listeners) listener();
  };
  const onError = () => {
    isLoading = false;
    timer = setTimeout(start, pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  };
  const start = () => {
    if (isLoading || part !== undefined || wants === 0) return;
    clearTimeout(timer);
    isLoading = true;
    void whenOnline().then(load).then(onLoad, onError);
  };
  return {
    read: () => part,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Load the part; return what is called when it is not wanted any more. */
    want: () => {
      wants += 1;
      start();
      return () => {
        wants -= 1;
      };
    },
  };
}

/** Return a hook that returns the part, or undefined while it is not loaded. It is loaded once a component wants it. */
export function lazyPart<Part>(load: () => Promise<Part>): (wanted?: boolean) => Part | undefined {
  const { read, subscribe, want } = loadedPart(load);
  return function useLazyPart(wanted = true) {
    useEffect(() => (wanted ? want() : undefined), [wanted]);
    return useSyncExternalStore(subscribe, read);
  };
}

/**
 * Return a component that is loaded when it is first shown; until then, and without a connection, it renders the fallback. React's
 * `lazy` would replace the whole page by an error.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback?: ReactNode,
): (props: Props) => ReactNode {
  const usePart = lazyPart(async () => ({ Component: await load() }));
  return function LazyComponent(props) {
    const part = usePart();
    return part ? createElement(part.Component, props) : fallback;
  };
}

/** Return a dialog that is loaded when it opens, or by `preload`. If that fails, it says so and closes, so that it can be opened again. */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  close: (props: Props) => void,
): ((props: Props) => ReactNode) & { preload: () => void } {
  let loaded: ComponentType<Props> | undefined;
  const keep = (Loaded: ComponentType<Props>) => {
    loaded = Loaded;
    return Loaded;
  };
  // If it fails, the dialog is loaded when it opens.
  const preload = () => void (loaded || isOffline() || load().then(keep, () => undefined));
  function LazyDialog(props: Props) {
    const [Dialog, setDialog] = useState(() => loaded);
    const current = useRef(props);
    useEffect(() => {
      current.current = props;
    });
    useEffect(() => {
      if (loaded) return;
      let isShown = true;
      const onLoad = (Loaded: ComponentType<Props>) => {
        keep(Loaded);
        if (isShown) setDialog(() => Loaded);
      };
      const onError = () => {
        if (!isShown) return;
        showToast({ text: NOT_CONNECTED, tone: 'danger', action: { label: t`Reload`, run: () => location.reload() } });
        close(current.current);
      };
      if (isOffline()) onError();
      else void load().then(onLoad, onError);
      return () => {
        isShown = false;
      };
    }, []);
    return Dialog && createElement(Dialog, props);
  }
  return Object.assign(LazyDialog, { preload });
}
