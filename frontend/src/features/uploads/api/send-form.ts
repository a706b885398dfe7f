import { postForm } from '@/lib/post-form';

import type { SendUpload } from '../model/upload-queue';
import type { Upload } from '../model/upload';

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
export const sendForm = (upload: Upload, file: File, { signal, onProgress }: Parameters<SendUpload>[1]): Promise<string> =>
  postForm(PATH, { key: upload.id, body: form(upload, file), signal, onProgress });
