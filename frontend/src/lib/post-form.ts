// XMLHttpRequest, because `fetch` does not report upload progress.
import { ApiError, errorFromBody, networkError } from './errors';
import { csrfToken } from './http';

export const cancelledError = () => new ApiError({ code: 'cancelled', message: '' });

interface PostForm {
  /** the same for repetitions of the request */
  key: string;
  body: FormData;
  signal?: AbortSignal | undefined;
  /** called with the part that has been sent, from 0 to 1 */
  onProgress: (part: number) => void;
}

/** Send a form in one idempotent request; return the id of the created object. */
export const postForm = (path: string, { key, body, signal, onProgress }: PostForm): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('X-CSRFToken', csrfToken());
    request.setRequestHeader('Idempotency-Key', key);
    request.upload.addEventListener('progress', (event) => event.lengthComputable && onProgress(event.loaded / event.total));
    request.addEventListener('error', () => reject(networkError()));
    request.addEventListener('abort', () => reject(cancelledError()));
    request.addEventListener('load', () => {
      if (request.status >= 300) reject(errorFromBody(request.responseText, request.status));
      else resolve((JSON.parse(request.responseText) as { id: string }).id);
    });
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
