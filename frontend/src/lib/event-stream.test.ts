import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { subscribeToEvents } from './event-stream';

/** A stream as browsers have it, which the test controls. */
class Source extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Source[] = [];
  readyState = 1;
  constructor(readonly url: string) {
    super();
    Source.opened.push(this);
  }
  send(event: string, data: object, lastEventId = ''): void {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data), lastEventId }));
  }
  close(): void {
    this.readyState = Source.CLOSED;
  }
}

class Channel extends EventTarget {
  postMessage(): void {}
  close(): void {}
}

const listener = { onChange: vi.fn<() => void>(), onReset: vi.fn<() => void>(), onLive: vi.fn<(live: boolean) => void>(), onSilent: vi.fn<() => void>() };
let unsubscribe: () => void;
const last = () => Source.opened.at(-1) as Source;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.stubGlobal('navigator', {});
  Source.opened = [];
  vi.clearAllMocks();
  unsubscribe = subscribeToEvents('ada', listener);
});

afterEach(() => {
  unsubscribe();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a stream that sends nothing for two and a half intervals is opened again where it was, and reported as lost', () => {
  last().send('ready', { heartbeat_seconds: 10 }, '7-1');
  vi.advanceTimersByTime(24_900);
  expect([Source.opened.length, listener.onSilent.mock.calls.length]).toEqual([1, 0]);
  vi.advanceTimersByTime(200);
  expect(listener.onSilent).toHaveBeenCalledOnce();
  expect(listener.onLive.mock.calls).toEqual([[true], [false]]);
  expect(Source.opened.map(({ url, readyState }) => [url, readyState])).toEqual([
    ['/api/v1/events', Source.CLOSED],
    ['/api/v1/events?last_event_id=7-1', 1],
  ]);
  last().send('ready', { heartbeat_seconds: 10 });
  expect(listener.onLive).toHaveBeenLastCalledWith(true);
});

it.each([
  ['heartbeat', { seconds: 10 }],
  ['change', { id: 8, entity: 'document' }],
])('a %s keeps it open', (event, data) => {
  last().send('ready', { heartbeat_seconds: 10 });
  for (let beats = 0; beats < 5; beats++) {
    vi.advanceTimersByTime(20_000);
    last().send(event, data);
  }
  expect([Source.opened.length, listener.onSilent.mock.calls.length]).toEqual([1, 0]);
});

it('a stream that never answers is opened again, and one that was left is not', () => {
  vi.advanceTimersByTime(37_600);
  expect(Source.opened).toHaveLength(2);
  unsubscribe();
  vi.advanceTimersByTime(100_000);
  expect(Source.opened).toHaveLength(2);
});

it('the stream of an earlier version of the server, which sends no heartbeats, is not watched', () => {
  last().send('ready', {});
  vi.advanceTimersByTime(100_000);
  expect([Source.opened.length, listener.onSilent.mock.calls.length]).toEqual([1, 0]);
});
