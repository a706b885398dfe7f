// XMLHttpRequest, because fetch still cannot report how much of a body has been sent.
import { ApiError, errorFromBody, networkError } from '@/lib/errors';
import { csrfToken } from '@/lib/http';

import type { SendUpload } from '../model/upload-queue';
import type { Upload } from '../model/upload';

const PATH = '/api/v1/documents/upload';

export const cancelled = () => new ApiError({ code: 'cancelled', message: 'You cancelled this upload.' });

function form({ place, sha256, name }: Upload, file: File): FormData {
  const body = new FormData();
  // What is said about the file goes first: a server that streams knows it before the bytes arrive.
  const fields = { corpus: place.corpus, folder: place.folder, path: place.path, sha256 };
  for (const [field, value] of Object.entries(fields)) if (value) body.append(field, value);
  body.append('file', file, name);
  return body;
}

/** Small files: one request, answered once however often it is sent. */
export const sendForm = (upload: Upload, file: File, { signal, onProgress }: Parameters<SendUpload>[1]): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', PATH);
    request.setRequestHeader('X-CSRFToken', csrfToken());
    request.setRequestHeader('Idempotency-Key', upload.id);
    request.upload.addEventListener('progress', (event) => event.lengthComputable && onProgress(event.loaded / event.total));
    request.addEventListener('error', () => reject(networkError()));
    request.addEventListener('abort', () => reject(cancelled()));
    request.addEventListener('load', () => {
      if (request.status >= 300) reject(errorFromBody(request.responseText, request.status));
      else resolve((JSON.parse(request.responseText) as { id: string }).id);
    });
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form(upload, file));
  });
