// One error for everything the server can say. Components show `message`; `code` and `requestId` go in small print.

export interface ErrorBody {
  code: string;
  message: string;
  request_id?: string;
  field?: string;
  [data: string]: unknown;
}

export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly requestId: string;
  readonly data: Record<string, unknown>;

  constructor(body: ErrorBody, status = 0) {
    super(body.message);
    this.name = 'ApiError';
    this.code = body.code;
    this.status = status;
    this.requestId = body.request_id ?? '';
    this.data = body;
  }
}

const OFFLINE = 'Cartulary cannot be reached. Check your connection and try again.';
const UNEXPECTED = 'Something went wrong on our side. Try again in a moment.';

export const networkError = () => new ApiError({ code: 'network', message: OFFLINE });

function isErrorBody(value: unknown): value is ErrorBody {
  const body = value as Partial<ErrorBody> | null;
  return typeof body?.code === 'string' && typeof body.message === 'string';
}

/** Reads `{"error": {...}}`; anything else (a proxy's page, an empty body) becomes a plain sentence. */
export function errorFromBody(text: string, status: number): ApiError {
  try {
    const parsed = JSON.parse(text) as { error?: unknown };
    if (isErrorBody(parsed.error)) return new ApiError(parsed.error, status);
  } catch {
    // Not JSON: fall through to the plain sentence.
  }
  return new ApiError({ code: `http_${status}`, message: UNEXPECTED }, status);
}

export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError({ code: 'unexpected', message: UNEXPECTED });
}

export const isSignedOut = (error: unknown) =>
  error instanceof ApiError && (error.code === 'not_authenticated' || (error.status === 401 && error.code !== 'invalid_credentials'));

export const isNotFound = (error: unknown) => error instanceof ApiError && (error.code === 'not_found' || error.status === 404);
