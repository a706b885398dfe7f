// The stream of live updates in component tests.
import type { Change } from '@/lib/event-stream';

const open = new Set<FakeEventSource>();

export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;

  constructor(readonly url: string) {
    super();
    open.add(this);
    queueMicrotask(() => this.send('ready', '{}'));
  }

  send(type: string, data: string): void {
    this.dispatchEvent(new MessageEvent(type, { data }));
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
    open.delete(this);
  }
}

let id = 0;

/** Report a change to all open streams. */
export function report(change: Pick<Change, 'entity' | 'uuid'> & Partial<Change>): void {
  id += 1;
  const data = JSON.stringify({ id, version: 1, subject: null, changed: [], ...change } satisfies Change);
  for (const source of open) source.send('change', data);
}
