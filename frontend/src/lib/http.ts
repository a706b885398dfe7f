// `fetch` with the session cookie, Django's CSRF header and typed errors. TanStack Query does the retries.
import { reportChanges } from './changes';
import { reportResponse } from './connection';
import { errorFromBody, loadErrorTexts, networkError } from './errors';

/** Browsers limit all keepalive requests together to 64 KiB. */
const KEEPALIVE_LIMIT = 16_384;

const SAFE = new Set(['GET', 'HEAD']);

export function csrfToken(cookies: string = document.cookie): string {
  return /(?:^|;\s*)csrftoken=([^;]+)/.exec(cookies)?.[1] ?? '';
}

/** Send a request; throw an `ApiError` for an error, unless the caller reads responses with its status. */
export async function send(path: string, init: RequestInit = {}, expected: readonly number[] = []): Promise<Response> {
  const headers = new Headers(init.headers);
  if (!SAFE.has(init.method ?? 'GET')) headers.set('X-CSRFToken', csrfToken());
  const sentAt = performance.now();
  const response = await fetch(path, { ...init, headers, credentials: 'same-origin' }).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw networkError();
  });
  reportResponse(sentAt);
  const changes = response.headers.get('X-Changes');
  if (changes) reportChanges(changes);
  if (!response.ok && !expected.includes(response.status)) {
    const [body] = await Promise.all([response.text(), loadErrorTexts()]);
    throw errorFromBody(body, response.status);
  }
  return response;
}

/** Send JSON and return the parsed response. With `keepalive`, a small request completes even if the page is closed; a signal cancels it. */
export async function sendJson<T>(path: string, method: string, body?: unknown, { keepalive = false, signal }: { keepalive?: boolean; signal?: AbortSignal | undefined } = {}): Promise<T> {
  const init: RequestInit = { method, ...(signal && { signal }) };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.keepalive = keepalive && init.body.length < KEEPALIVE_LIMIT;
    init.headers = { 'Content-Type': 'application/json' };
  }
  const response = await send(path, init);
  const text = response.status === 204 ? '' : await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
