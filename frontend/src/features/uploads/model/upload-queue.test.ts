import { describe, expect, it } from 'vitest';

import { ApiError } from '@/lib/errors';

import { UploadQueue, type SendOptions, type Upload } from './upload-queue';

interface Sending extends SendOptions {
  file: File;
  done: (documentId: string) => void;
  fail: (error: Error) => void;
}

const settle = () => new Promise((resolve) => setTimeout(resolve));
const files = (...names: string[]) => names.map((name) => new File(['x'], name));

function bench(parallel = 2) {
  const sendings: Sending[] = [];
  const sent: Upload[] = [];
  let uploads: readonly Upload[] = [];
  const queue = new UploadQueue({
    parallel,
    send: (file, options) => new Promise((done, fail) => sendings.push({ file, ...options, done, fail })),
    onChange: (changed) => {
      uploads = changed;
    },
    onSent: (upload) => sent.push(upload),
  });
  return { queue, sendings, sent, states: () => uploads.map(({ state }) => state), uploads: () => uploads };
}

describe('the upload queue', () => {
  it('sends a few files at once and all of them in the end', async () => {
    const { queue, sendings, states } = bench(2);
    queue.add(files('a', 'b', 'c'));
    expect(states()).toEqual(['sending', 'sending', 'waiting']);
    sendings[0]?.done('1');
    await settle();
    expect(states()).toEqual(['sent', 'sending', 'sending']);
  });

  it('passes the file itself, its corpus and its progress', () => {
    const { queue, sendings, uploads } = bench();
    const [file] = files('a.pdf');
    queue.add(file ? [file] : [], 'corpus-1');
    expect(sendings[0]?.file).toBe(file);
    expect(sendings[0]?.corpus).toBe('corpus-1');
    sendings[0]?.onProgress(0.4);
    expect(uploads()[0]?.progress).toBe(0.4);
  });

  it('tells who arrived, with the new document', async () => {
    const { queue, sendings, sent } = bench();
    queue.add(files('a'));
    sendings[0]?.done('document-1');
    await settle();
    expect(sent.map(({ documentId }) => documentId)).toEqual(['document-1']);
  });

  it('keeps a failure with its reason and goes on', async () => {
    const { queue, sendings, uploads, states } = bench(1);
    queue.add(files('a', 'b'));
    sendings[0]?.fail(new ApiError({ code: 'empty_file', message: 'The file is empty.' }));
    await settle();
    expect(states()).toEqual(['failed', 'sending']);
    expect(uploads()[0]?.error?.code).toBe('empty_file');
  });

  it('knows the document that was there already', async () => {
    const { queue, sendings, uploads, sent } = bench();
    queue.add(files('a'));
    sendings[0]?.fail(new ApiError({ code: 'document_exists', message: 'There.', document_id: 'old' }, 409));
    await settle();
    expect(uploads()[0]).toMatchObject({ state: 'duplicate', documentId: 'old' });
    expect(sent).toEqual([]);
  });

  it('sends failures again, and only these', async () => {
    const { queue, sendings, uploads, states } = bench();
    queue.add(files('a', 'b'));
    sendings[0]?.fail(new Error('lost'));
    sendings[1]?.done('2');
    await settle();
    queue.retry(uploads().map(({ id }) => id));
    expect(states()).toEqual(['sending', 'sent']);
    expect(sendings).toHaveLength(3);
  });

  it('stops a cancelled file and starts the next', () => {
    const { queue, sendings, uploads } = bench(1);
    queue.add(files('a', 'b'));
    queue.cancel(uploads()[0]?.id ?? 0);
    expect(sendings[0]?.signal.aborted).toBe(true);
    expect(uploads().map(({ file }) => file.name)).toEqual(['b']);
    expect(sendings[1]?.file.name).toBe('b');
  });

  it('leaves nothing behind when the person goes', async () => {
    const { queue, sendings, uploads, sent } = bench(1);
    queue.add(files('a', 'b'));
    queue.abandon();
    expect(sendings[0]?.signal.aborted).toBe(true);
    sendings[0]?.done('late');
    await settle();
    expect([uploads(), sent, sendings.length]).toEqual([[], [], 1]);
  });

  it('does not clear what is still being sent', async () => {
    const { queue, sendings, uploads } = bench();
    queue.add(files('a', 'b'));
    sendings[0]?.done('1');
    await settle();
    queue.clear(uploads().map(({ id }) => id));
    expect(uploads().map(({ file }) => file.name)).toEqual(['b']);
  });
});
