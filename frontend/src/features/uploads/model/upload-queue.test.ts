import { describe, expect, it } from 'vitest';

import { ApiError } from '@/lib/errors';
import { makeUpload } from '@/testing/uploads';

import type { PauseReason } from './pause-reason';
import type { FileToCheck, CheckResult } from './precheck';
import type { Upload, UploadResult } from './upload';
import { UploadQueue, type SendOptions } from './upload-queue';

interface Sending extends SendOptions {
  upload: Upload;
  done: (result: UploadResult) => void;
  fail: (error: Error) => void;
}

const settle = () => new Promise((resolve) => setTimeout(resolve));
const uploads = (...names: string[]) => names.map((name) => makeUpload({ name }));
const ACCEPTED: CheckResult = { document: null, is_empty: false, is_too_large: false, is_accepted: true, has_room: true };

interface SetupOptions {
  parallel?: number;
  check?: (files: readonly FileToCheck[]) => Promise<readonly CheckResult[]>;
}

function setup({ parallel = 2, check = (files) => Promise.resolve(files.map(() => ACCEPTED)) }: SetupOptions = {}) {
  const sendings: Sending[] = [];
  const sent: string[] = [];
  const checks: string[][] = [];
  const terminated: string[] = [];
  const duplicates: string[] = [];
  const persisted = new Map<string, string>();
  const timers: { run: () => void; ms: number }[] = [];
  let all: readonly Upload[] = [];
  let pause: PauseReason | undefined;
  const queue = new UploadQueue({
    parallel,
    hash: (file) => (file.name.startsWith('unreadable') ? Promise.reject(new Error('unreadable')) : Promise.resolve(`hash of ${file.name}`)),
    check: (files) => {
      checks.push(files.map(({ name }) => name));
      return check(files);
    },
    send: (upload, options) => new Promise((done, fail) => sendings.push({ upload, ...options, done, fail })),
    terminate: (session) => terminated.push(session),
    onChange: (changed, reason) => {
      all = changed;
      pause = reason;
    },
    onPersist: ({ name, state }) => persisted.set(name, state),
    onForget: (ids) => ids.forEach((id) => persisted.delete(id)),
    onDuplicates: (changed) => duplicates.push(...changed.map(({ name }) => name)),
    onSent: ({ name }) => sent.push(name),
    setTimer: (run, ms) => {
      timers.push({ run, ms });
      return () => undefined;
    },
  });
  const states = () => all.map(({ state }) => state);
  const ids = () => all.map(({ id }) => id);
  return { queue, sendings, sent, checks, terminated, duplicates, persisted, timers, states, ids, all: () => all, pauseCause: () => pause?.cause };
}

const network = () => new ApiError({ code: 'network', message: 'offline' });

describe('the upload queue', () => {
  it('checks many files with one request before it sends them, a few at a time and in order', async () => {
    const { queue, sendings, checks, states } = setup();
    queue.add(uploads('a', 'b', 'c'));
    await settle();
    expect(checks).toEqual([['a', 'b', 'c']]);
    expect(states()).toEqual(['sending', 'sending', 'waiting']);
    expect(sendings.map(({ upload }) => upload.sha256)).toEqual(['hash of a', 'hash of b']);
    sendings[0]?.done({ documentId: '1' });
    await settle();
    expect(states()).toEqual(['sent', 'sending', 'sending']);
  });

  it.each<[string, Partial<CheckResult>, string, string | undefined]>([
    ['is already uploaded', { document: 'old' }, 'duplicate', undefined],
    ['is empty', { is_empty: true }, 'failed', 'empty_file'],
    ['is too large', { is_too_large: true }, 'failed', 'file_too_large'],
    ['has an unsupported type', { is_accepted: false }, 'failed', 'unsupported_type'],
    ['exceeds the quota', { has_room: false }, 'failed', 'quota_exceeded'],
  ])('does not send a file that %s', async (_, result, state, code) => {
    const { queue, sendings, all } = setup({ check: () => Promise.resolve([{ ...ACCEPTED, ...result }]) });
    queue.add(uploads('a'));
    await settle();
    expect(sendings).toHaveLength(0);
    expect([all()[0]?.state, all()[0]?.error?.code]).toEqual([state, code]);
  });

  it('reports duplicates that have a target corpus', async () => {
    const { queue, duplicates } = setup({ check: () => Promise.resolve([{ ...ACCEPTED, document: 'old' }]) });
    queue.add([makeUpload({ name: 'a', target: { corpus: 'c' } })]);
    await settle();
    expect(duplicates).toEqual(['a']);
  });

  it('marks a file that cannot be read as failed, and continues with the next', async () => {
    const { queue, all, states } = setup();
    queue.add(uploads('unreadable.pdf', 'b'));
    await settle();
    expect(states()).toEqual(['failed', 'sending']);
    expect(all()[0]?.error?.code).toBe('file_unreadable');
  });

  it('sends files unchecked if the check fails', async () => {
    const { queue, states } = setup({ check: () => Promise.reject(new ApiError({ code: 'not_found', message: '' }, 404)) });
    queue.add(uploads('a'));
    await settle();
    expect(states()).toEqual(['sending']);
  });

  it('sends archives without a check', async () => {
    const { queue, checks, states } = setup();
    queue.add([makeUpload({ name: 'a.zip', kind: 'archive', checked: true })]);
    await settle();
    expect([checks, states()]).toEqual([[], ['sending']]);
  });

  it('keeps the file of an archive, which may be sent again, and releases the file of a document', async () => {
    const { queue, sendings, all } = setup();
    queue.add([makeUpload({ name: 'a.zip', kind: 'archive', checked: true }), makeUpload({ name: 'b.pdf', checked: true })]);
    await settle();
    sendings[0]?.done({ archiveId: '1', corpus: 'mine' });
    sendings[1]?.done({ documentId: '2' });
    await settle();
    expect(all().map(({ state, file, target }) => [state, file?.name, target.corpus])).toEqual([
      ['sent', 'a.zip', 'mine'],
      ['sent', undefined, undefined],
    ]);
  });
});

describe('pauses of the upload queue', () => {
  it('waits while offline and retries with growing delays', async () => {
    const { queue, sendings, timers, states, pauseCause } = setup({ parallel: 1 });
    queue.add(uploads('a', 'b'));
    await settle();
    sendings[0]?.fail(network());
    await settle();
    expect([states(), pauseCause(), timers.at(-1)?.ms]).toEqual([['waiting', 'waiting'], 'offline', 1_000]);
    timers.at(-1)?.run();
    sendings[1]?.fail(network());
    await settle();
    expect(timers.at(-1)?.ms).toBe(2_000);
    timers.at(-1)?.run();
    expect([states(), pauseCause()]).toEqual([['sending', 'waiting'], 'offline']); // the attempt has not succeeded yet
    sendings[2]?.done({ documentId: '1' });
    await settle();
    expect([states(), pauseCause()]).toEqual([['sent', 'sending'], undefined]);
  });

  it('waits as long as a busy server requires', async () => {
    const { queue, sendings, timers, pauseCause } = setup();
    queue.add(uploads('a'));
    await settle();
    sendings[0]?.fail(new ApiError({ code: 'rate_limited', message: '', retry_after: 7 }, 429));
    await settle();
    expect([pauseCause(), timers.at(-1)?.ms]).toEqual(['busy', 7_000]);
  });

  it('waits until the user has signed in again', async () => {
    const { queue, sendings, pauseCause, states } = setup();
    queue.add(uploads('a'));
    await settle();
    sendings[0]?.fail(new ApiError({ code: 'not_authenticated', message: '' }, 401));
    await settle();
    expect([pauseCause(), states()]).toEqual(['signed_out', ['waiting']]);
    queue.retryNow();
    sendings[1]?.onProgress(0.5);
    expect([pauseCause(), states()]).toEqual([undefined, ['sending']]);
  });
});

describe('commands to the upload queue', () => {
  it('continues after a failure; a retry sends only failed files', async () => {
    const { queue, sendings, states, ids } = setup({ parallel: 1 });
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

  it('links a duplicate to the existing document', async () => {
    const { queue, sendings, sent, all } = setup();
    queue.add(uploads('a'));
    await settle();
    sendings[0]?.fail(new ApiError({ code: 'document_exists', message: 'exists', document_id: 'old' }, 409));
    await settle();
    expect(all()[0]).toMatchObject({ state: 'duplicate', documentId: 'old' });
    expect(sent).toEqual([]);
  });

  it('pauses one upload or all; uploads in progress stop and start again on resume', async () => {
    const { queue, sendings, states, ids, pauseCause } = setup({ parallel: 1 });
    queue.add(uploads('a', 'b'));
    await settle();
    queue.pause(ids().slice(0, 1));
    expect(sendings[0]?.signal.aborted).toBe(true);
    expect(states()).toEqual(['paused', 'sending']);
    queue.pauseAll();
    expect([states(), pauseCause()]).toEqual([['paused', 'waiting'], 'paused']);
    queue.retryNow(); // only the user ends a pause by the user
    expect(pauseCause()).toBe('paused');
    queue.resumeAll();
    expect(states()).toEqual(['sending', 'waiting']);
    sendings.at(-1)?.done({ documentId: '1' });
    await settle();
    expect(states()).toEqual(['sent', 'sending']);
  });

  it('stops a cancelled file, discards its parts and starts the next', async () => {
    const { queue, sendings, terminated, ids, all } = setup({ parallel: 1 });
    queue.add(uploads('a', 'b'));
    await settle();
    sendings[0]?.onSession('/api/v1/uploads/1');
    queue.cancel(ids().slice(0, 1));
    expect(sendings[0]?.signal.aborted).toBe(true);
    expect(terminated).toEqual(['/api/v1/uploads/1']);
    expect(all().map(({ name }) => name)).toEqual(['b']);
    expect(sendings[1]?.upload.name).toBe('b');
  });

  it('persists each file and its final state', async () => {
    const { queue, sendings, persisted } = setup();
    queue.add(uploads('a', 'b'));
    expect([...persisted]).toEqual([['a', 'waiting'], ['b', 'waiting']]);
    await settle();
    sendings[0]?.done({ documentId: '1' });
    await settle();
    expect(persisted.get('a')).toBe('sent');
  });

  it('stops and removes everything when the user changes', async () => {
    const { queue, sendings, sent, all } = setup({ parallel: 1 });
    queue.add(uploads('a', 'b'));
    await settle();
    queue.abandon();
    expect(sendings[0]?.signal.aborted).toBe(true);
    sendings[0]?.done({ documentId: 'late' });
    await settle();
    expect([all(), sent, sendings.length]).toEqual([[], [], 1]);
  });

  it('does not remove an upload in progress', async () => {
    const { queue, sendings, ids, all } = setup();
    queue.add(uploads('a', 'b'));
    await settle();
    sendings[0]?.done({ documentId: '1' });
    await settle();
    queue.clear(ids());
    expect(all().map(({ name }) => name)).toEqual(['b']);
  });
});
