// Server-sent events, one stream per browser: the tab that holds a lock listens and forwards events to the other tabs. An event says
// that something changed, not its new value. The next leader resumes from the last event id.

// Notices that nothing has arrived for too long: a connection may be gone without having been closed.

/** as many intervals may pass without a sign of life */
const INTERVALS = 2.5;
/** until the server has sent its interval */
const OPENING_SECONDS = 15;

interface Watchdog {
  /** something has arrived; the server may have sent how often something does */
  onAlive: (seconds?: number) => void;
  stop: () => void;
}

/** Call `onSilent` once nothing has arrived for two and a half intervals. An open connection whose interval is not known is not watched. */
function startWatchdog(onSilent: () => void): Watchdog {
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

export interface Change {
  id: number;
  entity: 'corpus' | 'document' | 'execution' | 'job' | 'team' | 'notification' | 'presence';
  uuid: string;
  version: number;
  subject: string | null;
  changed: readonly string[];
}

export interface Listener {
  onChange: (change: Change) => void;
  /** called if events were lost: everything on the screen may be stale */
  onReset: () => void;
  onLive: (live: boolean) => void;
  /** called if nothing has arrived for too long, not even a heartbeat: the connection is lost */
  onSilent: () => void;
}

/* oxlint-disable unicorn/require-post-message-target-origin -- a BroadcastChannel reaches this origin only and takes no target */

type Message = { type: 'event'; event: 'change' | 'ready' | 'reset'; data: string; lastEventId: string } | { type: 'down'; isSilent?: boolean } | { type: 'hello' };

const PATH = '/api/v1/events';
const REOPEN_MS = 5_000;

/** Listen until the returned function is called. Tabs of different users do not share a stream. */
export function subscribeToEvents(userId: string, listener: Listener): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(`events-${userId}`);
  let lastEventId = '';
  let live = false;
  let isLeader = false;

  const handle = (message: Message) => {
    if (message.type === 'hello') {
      if (isLeader && live) channel.postMessage({ type: 'event', event: 'ready', data: '{}', lastEventId } satisfies Message);
      return;
    }
    const isUp = message.type === 'event';
    if (isUp !== live) listener.onLive((live = isUp));
    if (!isUp) {
      if (message.isSilent) listener.onSilent();
      return;
    }
    lastEventId = message.lastEventId || lastEventId;
    if (message.event === 'change') listener.onChange(JSON.parse(message.data) as Change);
    if (message.event === 'reset') listener.onReset();
  };
  const publish = (message: Message) => {
    channel.postMessage(message);
    handle(message);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => handle(data));
  channel.postMessage({ type: 'hello' } satisfies Message);

  const lead = () =>
    new Promise<void>((resolve) => {
      isLeader = true;
      openStream(() => lastEventId, publish, stop.signal);
      stop.signal.addEventListener('abort', () => resolve());
    });
  void withLock(`events-${userId}`, lead, stop.signal);
  stop.signal.addEventListener('abort', () => channel.close());
  return () => stop.abort();
}

/** Run `lead` in one tab at a time. Insecure pages have no locks, so that each of their tabs opens its own stream. */
async function withLock(name: string, lead: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (!locks) return lead();
  await locks.request(name, { signal }, lead).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

interface Beat {
  seconds?: number;
  heartbeat_seconds?: number;
}

/** Return the interval of heartbeats that an event has; undefined without one. */
function intervalIn(data: string): number | undefined {
  const { seconds, heartbeat_seconds: opening } = JSON.parse(data) as Beat;
  return seconds ?? opening;
}

/**
 * Open the stream. The browser reconnects after a network error; after an HTTP error it closes, and we reopen it. We also do if heartbeats stay away:
 * the browser does not notice that a connection is gone that was not closed.
 */
function openStream(lastEventId: () => string, publish: (message: Message) => void, signal: AbortSignal): void {
  if (signal.aborted) return;
  const source = new EventSource(lastEventId() ? `${PATH}?last_event_id=${encodeURIComponent(lastEventId())}` : PATH);
  const reopen = () => openStream(lastEventId, publish, signal);
  const watchdog = startWatchdog(() => {
    source.close();
    publish({ type: 'down', isSilent: true });
    reopen();
  });
  for (const event of ['change', 'ready', 'reset'] as const) {
    source.addEventListener(event, (message: MessageEvent<string>) => {
      watchdog.onAlive(intervalIn(message.data));
      publish({ type: 'event', event, data: message.data, lastEventId: message.lastEventId });
    });
  }
  source.addEventListener('heartbeat', ({ data }: MessageEvent<string>) => watchdog.onAlive(intervalIn(data)));
  source.addEventListener('error', () => {
    publish({ type: 'down' });
    if (source.readyState !== EventSource.CLOSED) return;
    watchdog.stop();
    setTimeout(reopen, REOPEN_MS);
  });
  signal.addEventListener('abort', () => {
    watchdog.stop();
    source.close();
  });
}
