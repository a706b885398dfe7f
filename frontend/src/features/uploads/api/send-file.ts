// Uploads a file: small ones in one request, large ones and archives in parts.
import { toApiError } from '@/lib/errors';
import { send } from '@/lib/http';
import { postForm } from '@/lib/post-form';

import { unreadableFileError } from '../model/precheck';
import type { Upload } from '../model/upload';
import type { SendUpload } from '../model/upload-queue';
import { personalCorpus } from './archives';

const PATH = '/api/v1/documents/upload';

function form({ target, sha256, name }: Upload, file: File): FormData {
  const body = new FormData();
  // Fields go before the file, so that a streaming server has them before the bytes arrive.
  const fields = { corpus: target.corpus, folder: target.folder, path: target.path, sha256 };
  for (const [field, value] of Object.entries(fields)) if (value) body.append(field, value);
  body.append('file', file, name);
  return body;
}

/** Upload a small file in one idempotent request. */
const sendForm = (upload: Upload, file: File, { signal, onProgress }: Parameters<SendUpload>[1]): Promise<string> =>
  postForm(PATH, { key: upload.id, body: form(upload, file), signal, onProgress });

const MAX_SINGLE_REQUEST = 8_000_000;

/** Check whether the file can still be read: a moved or changed file looks like a network error. */
async function isReadable(file: File): Promise<boolean> {
  return file.slice(0, 1).arrayBuffer().then(
    () => true,
    () => false,
  );
}

export const sendFile: SendUpload = async (upload, options) => {
  const { file } = upload;
  if (!file) throw unreadableFileError();
  try {
    if (upload.kind === 'document' && upload.size <= MAX_SINGLE_REQUEST) return { documentId: await sendForm(upload, file, options) };
    const { sendResumable } = await import('./send-resumable');
    const result = await sendResumable(upload, file, options);
    return result.archiveId && !upload.target.corpus ? { ...result, corpus: await personalCorpus() } : result;
  } catch (error) {
    if (toApiError(error).code === 'network' && !(await isReadable(file))) throw unreadableFileError();
    throw error;
  }
};

/** Terminate a resumable upload, so that the server deletes its parts. */
export function terminateUpload(session: string): void {
  void send(session, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } }).catch(() => undefined);
}
