import { describe, expect, it } from 'vitest';

import { ApiError } from '@/lib/errors';
import { anUpload } from '@/testing/uploads';

import type { Hold } from './hold';
import type { Announced, Forecast } from './precheck';
import type { Arrival, Upload } from './upload';
import { UploadQueue, type SendOptions } from './upload-queue';

interface Sending extends SendOptions {
  upload: Upload;
  done: (arrival: Arrival) => void;
  fail: (error: Error) => void;
}

const settle = () => new Promise((resolve) => setTimeout(resolve));
const uploads = (...names: string[]) => names.map((name) => anUpload({ name }));
const GOOD: Forecast = { document: null, empty: false, too_large: false, type_ok: true, has_room: true };

interface Bench {
  parallel?: number;
  check?: (files: readonly Announced[]) => Promise<readonly Forecast[]>;
}

function bench({ parallel = 2, check = (files) => Promise.resolve(files.map(() => GOOD)) }: Bench = {}) {
  const sendings: Sending[] = [];
  const sent: string[] = [];
  const asked: string[][] = [];
  const withdrawn: string[] = [];
  const duplicates: string[] = [];
  const kept = new Map<string, string>();
  const clocks: { run: () => void; ms: number }[] = [];
  let all: readonly Upload[] = [];
  let hold: Hold | undefined;
  const queue = new UploadQueue({
    parallel,
    hash: (file) => (file.name.startsWith('gone') ? Promise.reject(new Error('gone')) : Promise.resolve(`hash of ${file.name}`)),
    check: (files) => {
      asked.push(files.map(({ name }) => name));
      return check(files);
    },
    send: (upload, options) => new Promise((done, fail) => sendings.push({ upload, ...options, done, fail })),
    withdraw: (session) => withdrawn.push(session),
    onChange: (changed, held) => {
      all = changed;
      hold = held;
    },
    onKeep: ({ name, state }) => kept.set(name, state),
    onForget: (ids) => ids.forEach((id) => kept.delete(id)),
    onDuplicates: (found) => duplicates.push(...found.map(({ name }) => name)),
    onSent: ({ name }) => sent.push(name),
    later: (run, ms) => {
      clocks.push({ run, ms });
      return () => undefined;
    },
  });
  const states = () => all.map(({ state }) => state);
  const ids = () => all.map(({ id }) => id);
  return { queue, sendings, sent, asked, withdrawn, duplicates, kept, clocks, states, ids, all: () => all, hold: () => hold?.reason };
}

const network = () => new ApiError({ code: 'network', message: 'lost' });

describe('the upload queue', () => {
  it('asks about files before it sends them, many at once, and sends a few at a time in order', async () => {
    const { queue, sendings, asked, states } = bench();
    queue.add(uploads('a', 'b', 'c'));
    await settle();
    expect(asked).toEqual([['a', 'b', 'c']]);
    expect(states()).toEqual(['sending', 'sending', 'waiting']);
    expect(sendings.map(({ upload }) => upload.sha256)).toEqual(['hash of a', 'hash of b']);
    sendings[0]?.done({ documentId: '1' });
    await settle();
    expect(states()).toEqual(['sent', 'sending', 'sending']);
  });

  it.each<[string, Partial<Forecast>, string, string | undefined]>([
    ['is here', { document: 'old' }, 'duplicate', undefined],
    ['is empty', { empty: true }, 'failed', 'empty_file'],
    ['is too large', { too_large: true }, 'failed', 'file_too_large'],
    ['is a film', { type_ok: false }, 'failed', 'unsupported_type'],
    ['does not fit', { has_room: false }, 'failed', 'quota_exceeded'],
  ])('sends no byte of what %s', async (_, forecast, state, code) => {
    const { queue, sendings, all } = bench({ check: () => Promise.resolve([{ ...GOOD, ...forecast }]) });
    queue.add(uploads('a'));
    await settle();
    expect(sendings).toHaveLength(0);
    expect([all()[0]?.state, all()[0]?.error?.code]).toEqual([state, code]);
  });

  it('puts what is here already where it was dropped', async () => {
    const { queue, duplicates } = bench({ check: () => Promise.resolve([{ ...GOOD, document: 'old' }]) });
    queue.add([anUpload({ name: 'a', place: { corpus: 'c' } })]);
    await settle();
    expect(duplicates).toEqual(['a']);
  });

  it('accounts for a file that cannot be read, and goes on', async () => {
    const { queue, all, states } = bench();
    queue.add(uploads('gone.pdf', 'b'));
    await settle();
    expect(states()).toEqual(['failed', 'sending']);
    expect(all()[0]?.error?.code).toBe('file_unreadable');
  });

  it('sends without an answer where there is no check to be had', async () => {
    const { queue, states } = bench({ check: () => Promise.reject(new ApiError({ code: 'not_found', message: '' }, 404)) });
    queue.add(uploads('a'));
    await settle();
    expect(states()).toEqual(['sending']);
  });

  it('sends archives without asking', async () => {
    const { queue, asked, states } = bench();
    queue.add([anUpload({ name: 'a.zip', kind: 'archive', checked: true })]);
    await settle();
    expect([asked, states()]).toEqual([[], ['sending']]);
  });

  it('keeps an archive at hand that may be sent again, and lets go of documents', async () => {
    const { queue, sendings, all } = bench();
    queue.add([anUpload({ name: 'a.zip', kind: 'archive', checked: true }), anUpload({ name: 'b.pdf', checked: true })]);
    await settle();
    sendings[0]?.done({ archiveId: '1', corpus: 'mine' });
    sendings[1]?.done({ documentId: '2' });
    await settle();
    expect(all().map(({ state, file, place }) => [state, file?.name, place.corpus])).toEqual([
      ['sent', 'a.zip', 'mine'],
      ['sent', undefined, undefined],
    ]);
  });
});

describe('what is not a file’s fault', () => {
  it('waits without a connection and goes on by itself, later and later', async () => {
    const { queue, sendings, clocks, states, hold } = bench({ parallel: 1 });
    queue.add(uploads('a', 'b'));
    await settle();
    sendings[0]?.fail(network());
    await settle();
    expect([states(), hold(), clocks.at(-1)?.ms]).toEqual([['waiting', 'waiting'], 'offline', 1_000]);
    clocks.at(-1)?.run();
    sendings[1]?.fail(network());
    await settle();
    expect(clocks.at(-1)?.ms).toBe(2_000);
    clocks.at(-1)?.run();
    expect([states(), hold()]).toEqual([['sending', 'waiting'], 'offline']); // trying is not yet going through
    sendings[2]?.done({ documentId: '1' });
    await settle();
    expect([states(), hold()]).toEqual([['sent', 'sending'], undefined]);
  });

  it('waits as long as a busy server asks', async () => {
    const { queue, sendings, clocks, hold } = bench();
    queue.add(uploads('a'));
    await settle();
    sendings[0]?.fail(new ApiError({ code: 'rate_limited', message: '', retry_after: 7 }, 429));
    await settle();
    expect([hold(), clocks.at(-1)?.ms]).toEqual(['busy', 7_000]);
  });

  it('waits for somebody who has to sign in again', async () => {
    const { queue, sendings, hold, states } = bench();
    queue.add(uploads('a'));
    await settle();
    sendings[0]?.fail(new ApiError({ code: 'not_authenticated', message: '' }, 401));
    await settle();
    expect([hold(), states()]).toEqual(['signed_out', ['waiting']]);
    queue.tryNow();
    sendings[1]?.onProgress(0.5);
    expect([hold(), states()]).toEqual([undefined, ['sending']]);
  });

});

describe('what people do with uploads', () => {
  it('keeps a failure with its reason and goes on; sends failures again, and only these', async () => {
    const { queue, sendings, states, ids } = bench({ parallel: 1 });
    queue.add(uploads('a', 'b'));
    await settle();
    sendings[0]?.fail(new ApiError({ code: 'hash_mismatch', message: '' }, 400));
    await settle();
    sendings[1]?.done({ documentId: '2' });
    await settle();
    expect(states()).toEqual(['failed', 'sent']);
    queue.retry(ids());
    await settle();
    expect(states()).toEqual(['sending', 'sent']);
  });

  it('knows the document that was there already', async () => {
    const { queue, sendings, sent, all } = bench();
    queue.add(uploads('a'));
    await settle();
    sendings[0]?.fail(new ApiError({ code: 'document_exists', message: 'There.', document_id: 'old' }, 409));
    await settle();
    expect(all()[0]).toMatchObject({ state: 'duplicate', documentId: 'old' });
    expect(sent).toEqual([]);
  });

  it('pauses one, and all; what is sent is stopped and goes on later', async () => {
    const { queue, sendings, states, ids, hold } = bench({ parallel: 1 });
    queue.add(uploads('a', 'b'));
    await settle();
    queue.pause(ids().slice(0, 1));
    expect(sendings[0]?.signal.aborted).toBe(true);
    expect(states()).toEqual(['paused', 'sending']);
    queue.pauseAll();
    expect([states(), hold()]).toEqual([['paused', 'waiting'], 'paused']);
    queue.tryNow(); // only a person ends a person's pause
    expect(hold()).toBe('paused');
    queue.goOn();
    expect(states()).toEqual(['sending', 'waiting']);
    sendings.at(-1)?.done({ documentId: '1' });
    await settle();
    expect(states()).toEqual(['sent', 'sending']);
  });

  it('stops a cancelled file, gives up its parts and starts the next', async () => {
    const { queue, sendings, withdrawn, ids, all } = bench({ parallel: 1 });
    queue.add(uploads('a', 'b'));
    await settle();
    sendings[0]?.onSession('/api/v1/uploads/1');
    queue.cancel(ids().slice(0, 1));
    expect(sendings[0]?.signal.aborted).toBe(true);
    expect(withdrawn).toEqual(['/api/v1/uploads/1']);
    expect(all().map(({ name }) => name)).toEqual(['b']);
    expect(sendings[1]?.upload.name).toBe('b');
  });

  it('tells what must outlive a reload: each file, where its parts are, and how it ended', async () => {
    const { queue, sendings, kept } = bench();
    queue.add(uploads('a', 'b'));
    expect([...kept]).toEqual([['a', 'waiting'], ['b', 'waiting']]);
    await settle();
    sendings[0]?.done({ documentId: '1' });
    await settle();
    expect(kept.get('a')).toBe('sent');
  });

  it('leaves nothing behind when the person goes', async () => {
    const { queue, sendings, sent, all } = bench({ parallel: 1 });
    queue.add(uploads('a', 'b'));
    await settle();
    queue.abandon();
    expect(sendings[0]?.signal.aborted).toBe(true);
    sendings[0]?.done({ documentId: 'late' });
    await settle();
    expect([all(), sent, sendings.length]).toEqual([[], [], 1]);
  });

  it('does not clear what is still being sent', async () => {
    const { queue, sendings, ids, all } = bench();
    queue.add(uploads('a', 'b'));
    await settle();
    sendings[0]?.done({ documentId: '1' });
    await settle();
    queue.clear(ids());
    expect(all().map(({ name }) => name)).toEqual(['b']);
  });
});
