// Worker that hashes files as streams, so that large files are not loaded into memory.
import { createSHA256, type IHasher } from 'hash-wasm';

export interface HashRequest {
  id: number;
  file: File;
}

export type HashResponse = { id: number; sha256: string } | { id: number; error: string };

let hasher: Promise<IHasher> | undefined;

async function sha256(file: File): Promise<string> {
  const hash = await (hasher ??= createSHA256());
  hash.init();
  const reader = file.stream().getReader();
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a stream is read in order
    const { done, value } = await reader.read();
    if (done) return hash.digest('hex');
    hash.update(value);
  }
}

let last: Promise<void> = Promise.resolve();

async function respond({ id, file }: HashRequest): Promise<void> {
  const response = await sha256(file).then(
    (digest): HashResponse => ({ id, sha256: digest }),
    (error: unknown): HashResponse => ({ id, error: String(error) }),
  );
  postMessage(response);
}

// Files are hashed one after another, because they share one hasher.
addEventListener('message', (event: MessageEvent<HashRequest>) => {
  last = last.then(() => respond(event.data));
});
