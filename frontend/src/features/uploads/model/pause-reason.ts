// Why the queue is paused. Errors of the connection or the server pause the whole queue instead of failing a file.
import { isSignedOut, type ApiError } from '@/lib/errors';

export type PauseCause = 'paused' | 'offline' | 'busy' | 'signed_out';

export interface PauseReason {
  cause: PauseCause;
  /** time until the next attempt; absent: until the user resumes */
  retryAfterMs?: number;
}

const MIN_MS = 1_000;
const MAX_MS = 30_000;
const BUSY = new Set([429, 502, 503, 504, 507]);

const backoff = (attempts: number) => Math.min(MAX_MS, MIN_MS * 2 ** attempts);

/** Return the pause for an error, or undefined if the error concerns the file. */
export function pauseFor(error: ApiError, attempts: number): PauseReason | undefined {
  if (isSignedOut(error)) return { cause: 'signed_out' };
  if (error.code === 'network') return { cause: 'offline', retryAfterMs: backoff(attempts) };
  if (!BUSY.has(error.status)) return undefined;
  const retryAfterMs = Number(error.data['retry_after']) * 1_000;
  return { cause: 'busy', retryAfterMs: retryAfterMs > 0 ? retryAfterMs : backoff(attempts) };
}
