// The server's stream of changes, once per browser: the tab that holds a lock listens, and tells the others. It says that something
// changed, never what it is now. Whoever leads next goes on from the place where the last one was.

export interface Change {
  id: number;
  entity: 'corpus' | 'document' | 'execution' | 'job' | 'team';
  uuid: string;
  version: number;
  subject: string | null;
  changed: readonly string[];
}

export interface Listener {
  onChange: (change: Change) => void;
  /** More was missed than can be told: everything on the screen may be old. */
  onReset: () => void;
  onLive: (live: boolean) => void;
}

/* oxlint-disable unicorn/require-post-message-target-origin -- a BroadcastChannel reaches this origin only and takes no target */

type Message = { type: 'frame'; event: 'change' | 'ready' | 'reset'; data: string; place: string } | { type: 'down' } | { type: 'hello' };

const ADDRESS = '/api/v1/events';
const REOPEN_MS = 5_000;

/** Listen until the function that comes back is called. `who` keeps the tabs of different people apart. */
export function followEvents(who: string, listener: Listener): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(`events-${who}`);
  let place = '';
  let live = false;
  let leads = false;

  const hear = (message: Message) => {
    if (message.type === 'hello') {
      if (leads && live) channel.postMessage({ type: 'frame', event: 'ready', data: '{}', place } satisfies Message);
      return;
    }
    const isUp = message.type === 'frame';
    if (isUp !== live) listener.onLive((live = isUp));
    if (!isUp) return;
    place = message.place || place;
    if (message.event === 'change') listener.onChange(JSON.parse(message.data) as Change);
    if (message.event === 'reset') listener.onReset();
  };
  const tell = (message: Message) => {
    channel.postMessage(message);
    hear(message);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => hear(data));
  channel.postMessage({ type: 'hello' } satisfies Message);

  const lead = () =>
    new Promise<void>((resolve) => {
      leads = true;
      openStream(() => place, tell, stop.signal);
      stop.signal.addEventListener('abort', () => resolve());
    });
  void onlyOne(`events-${who}`, lead, stop.signal);
  stop.signal.addEventListener('abort', () => channel.close());
  return () => stop.abort();
}

/** Locks are there on secure pages only; elsewhere every tab listens for itself. */
async function onlyOne(name: string, lead: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return lead();
  await locks.request(name, { signal }, lead).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** The browser comes back by itself after a broken line, not after an answer that is none. */
function openStream(place: () => string, tell: (message: Message) => void, signal: AbortSignal): void {
  if (signal.aborted) return;
  const source = new EventSource(place() ? `${ADDRESS}?last_event_id=${encodeURIComponent(place())}` : ADDRESS);
  for (const event of ['change', 'ready', 'reset'] as const) {
    source.addEventListener(event, ({ data, lastEventId }: MessageEvent<string>) => tell({ type: 'frame', event, data, place: lastEventId }));
  }
  source.addEventListener('error', () => {
    tell({ type: 'down' });
    if (source.readyState === EventSource.CLOSED) setTimeout(() => openStream(place, tell, signal), REOPEN_MS);
  });
  signal.addEventListener('abort', () => source.close());
}
