// XMLHttpRequest, because fetch still cannot report how much of a body has been sent.
import { ApiError, errorFromBody, networkError } from '@/lib/errors';
import { csrfToken } from '@/lib/http';

import type { SendFile } from '../model/upload-queue';

const PATH = '/api/v1/documents/upload';

function form(file: File, corpus: string | undefined): FormData {
  const body = new FormData();
  // The corpus goes first: a server that streams knows it before the bytes arrive.
  if (corpus) body.append('corpus', corpus);
  body.append('file', file, file.name);
  return body;
}

export const sendFile: SendFile = (file, { corpus, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', PATH);
    request.setRequestHeader('X-CSRFToken', csrfToken());
    request.upload.addEventListener('progress', (event) => event.lengthComputable && onProgress(event.loaded / event.total));
    request.addEventListener('error', () => reject(networkError()));
    request.addEventListener('abort', () => reject(new ApiError({ code: 'cancelled', message: 'You cancelled this upload.' })));
    request.addEventListener('load', () => {
      if (request.status >= 300) reject(errorFromBody(request.responseText, request.status));
      else resolve((JSON.parse(request.responseText) as { id: string }).id);
    });
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form(file, corpus));
  });
