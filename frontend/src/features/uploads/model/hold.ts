// Why nothing is sent at the moment, and when it is tried again. A file is never blamed for what is not its own.
import { isSignedOut, type ApiError } from '@/lib/errors';

export type HoldReason = 'paused' | 'offline' | 'busy' | 'signed_out';

export interface Hold {
  reason: HoldReason;
  /** absent: until somebody says so */
  waitMs?: number;
}

const SHORTEST_MS = 1_000;
const LONGEST_MS = 30_000;
const BUSY = new Set([429, 502, 503, 504]);

const backOff = (tries: number) => Math.min(LONGEST_MS, SHORTEST_MS * 2 ** tries);

/** What an error says about the way rather than about the file; nothing for those about the file. */
export function holdFor(error: ApiError, tries: number): Hold | undefined {
  if (isSignedOut(error)) return { reason: 'signed_out' };
  if (error.code === 'network') return { reason: 'offline', waitMs: backOff(tries) };
  if (!BUSY.has(error.status)) return undefined;
  const asked = Number(error.data['retry_after']) * 1_000;
  return { reason: 'busy', waitMs: asked > 0 ? asked : backOff(tries) };
}
