// What the responses of the server say that they have changed (`X-Changes`). Live updates load it again, as they do for the changes of others.

/** Loads again what a header names; done when the screen shows it. */
type Listener = (header: string) => Promise<unknown>;

let listener: Listener | undefined;
/** headers that came before the code of the listener was loaded */
const waiting: string[] = [];
const loading = new Set<Promise<unknown>>();

export function reportChanges(header: string): void {
  if (!listener) return void waiting.push(header);
  const loaded = listener(header).finally(() => loading.delete(loaded));
  loading.add(loaded);
}

/** Listen until the returned function is called. */
export function listenToChanges(next: Listener): () => void {
  listener = next;
  waiting.splice(0).forEach(reportChanges);
  return () => void (listener = undefined);
}

/** Wait until the screen shows what the responses so far have changed. */
export const changesShown = (): Promise<unknown> => Promise.allSettled(loading);
