import type { HashAnswer, HashQuestion } from './hash-worker';

interface Asker {
  resolve: (sha256: string) => void;
  reject: (error: Error) => void;
}

let worker: Worker | undefined;
let nextId = 1;
const asked = new Map<number, Asker>();

function start(): Worker {
  const started = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
  started.addEventListener('message', ({ data }: MessageEvent<HashAnswer>) => {
    const asker = asked.get(data.id);
    asked.delete(data.id);
    if ('sha256' in data) asker?.resolve(data.sha256);
    else asker?.reject(new Error(data.error));
  });
  started.addEventListener('error', () => {
    for (const { reject } of asked.values()) reject(new Error('The worker that hashes files could not run.'));
    asked.clear();
    worker = undefined;
  });
  return started;
}

export const hashFile = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    worker ??= start();
    const question: HashQuestion = { id: nextId++, file };
    asked.set(question.id, { resolve, reject });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker.postMessage(question);
  });
