// The error class for all failed requests. Components show `message`, and `code` and `requestId` in small print.
import { NOT_CONNECTED, NOT_FOUND, UNEXPECTED } from './messages/general';

export interface ErrorBody {
  code: string;
  message: string;
  request_id?: string;
  field?: string;
  [data: string]: unknown;
}

/** The message before the texts are loaded. */
let messageOf = ({ code, message }: ErrorBody): string => (code === 'network' ? NOT_CONNECTED : message || UNEXPECTED);

/** Load the texts of errors, before the first one is created. Without a connection, the messages of the server are shown. */
export async function loadErrorTexts(): Promise<void> {
  try {
    ({ errorMessage: messageOf } = await import('./messages/errors'));
  } catch {
    // the next error loads them
  }
}

export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly requestId: string;
  readonly data: Record<string, unknown>;

  constructor(body: ErrorBody, status = 0) {
    super(messageOf(body));
    this.name = 'ApiError';
    this.code = body.code;
    this.status = status;
    this.requestId = body.request_id ?? '';
    this.data = body;
  }
}

export const networkError = () => new ApiError({ code: 'network', message: '' });
export const notFoundError = () => new ApiError({ code: 'not_found', message: NOT_FOUND }, 404);

function isErrorBody(value: unknown): value is ErrorBody {
  const body = value as Partial<ErrorBody> | null;
  return typeof body?.code === 'string' && typeof body.message === 'string';
}

/** Parse `{"error": {...}}`. Any other body (an error page of a proxy, an empty body) becomes a general error. */
export function errorFromBody(text: string, status: number): ApiError {
  try {
    const parsed = JSON.parse(text) as { error?: unknown };
    if (isErrorBody(parsed.error)) return new ApiError(parsed.error, status);
  } catch {
    // not JSON
  }
  return new ApiError({ code: `http_${status}`, message: '' }, status);
}

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({ code: 'unexpected', message: '' });
}

export const isSignedOut = (error: unknown) =>
  error instanceof ApiError && (error.code === 'not_authenticated' || (error.status === 401 && error.code !== 'invalid_credentials'));

export const isNotFound = (error: unknown) => error instanceof ApiError && (error.code === 'not_found' || error.status === 404);

/** Check whether an error is due to a missing connection: a request without a response, or a page whose code could not be loaded. */
export const isOffline = (error: unknown) => (error instanceof ApiError ? error.code === 'network' : error instanceof TypeError && !navigator.onLine);
