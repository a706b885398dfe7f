// Hashes files beside the page: read as a stream, so that a large one never lies in memory.
import { createSHA256, type IHasher } from 'hash-wasm';

export interface HashQuestion {
  id: number;
  file: File;
}

export type HashAnswer = { id: number; sha256: string } | { id: number; error: string };

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

async function answer({ id, file }: HashQuestion): Promise<void> {
  const reply = await sha256(file).then(
    (found): HashAnswer => ({ id, sha256: found }),
    (error: unknown): HashAnswer => ({ id, error: String(error) }),
  );
  postMessage(reply);
}

// One after the other: there is one hasher.
addEventListener('message', (event: MessageEvent<HashQuestion>) => {
  last = last.then(() => answer(event.data));
});
