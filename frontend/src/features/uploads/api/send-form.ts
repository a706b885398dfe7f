// XMLHttpRequest, because `fetch` does not report upload progress.
import { ApiError, errorFromBody, networkError } from '@/lib/errors';
import { csrfToken } from '@/lib/http';

import type { SendUpload } from '../model/upload-queue';
import type { Upload } from '../model/upload';

const PATH = '/api/v1/documents/upload';

export const cancelledError = () => new ApiError({ code: 'cancelled', message: '' });

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
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', PATH);
    request.setRequestHeader('X-CSRFToken', csrfToken());
    request.setRequestHeader('Idempotency-Key', upload.id);
    request.upload.addEventListener('progress', (event) => event.lengthComputable && onProgress(event.loaded / event.total));
    request.addEventListener('error', () => reject(networkError()));
    request.addEventListener('abort', () => reject(cancelledError()));
    request.addEventListener('load', () => {
      if (request.status >= 300) reject(errorFromBody(request.responseText, request.status));
      else resolve((JSON.parse(request.responseText) as { id: string }).id);
    });
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form(upload, file));
  });
