import { startWorker } from '@/lib/page-policy';

import type { HashRequest, HashResponse } from './hash-worker';
import url from './hash-worker?worker&url';

interface PendingHash {
  resolve: (sha256: string) => void;
  reject: (error: Error) => void;
}

let worker: Worker | undefined;
let nextId = 1;
const pending = new Map<number, PendingHash>();

function start(): Worker {
  const started = startWorker(url, 'hash');
  started.addEventListener('message', ({ data }: MessageEvent<HashResponse>) => {
    const hash = pending.get(data.id);
    pending.delete(data.id);
    if ('sha256' in data) hash?.resolve(data.sha256);
    else hash?.reject(new Error(data.error));
  });
  started.addEventListener('error', () => {
    for (const { reject } of pending.values()) reject(new Error('The hash worker could not be started.'));
    pending.clear();
    worker = undefined;
  });
  return started;
}

/** Return the SHA-256 of a file, computed in a worker. */
export const hashFile = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    worker ??= start();
    const request: HashRequest = { id: nextId++, file };
    pending.set(request.id, { resolve, reject });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker.postMessage(request);
  });
