// How much of what is allowed is used, in words.
import { fileSize } from '@/lib/format';

export type Fullness = 'fine' | 'nearly' | 'full';

const NEARLY = 0.9;

/** 0 to 1; nothing where there is no limit. */
export function shareOf(used: number, limit: number | null): number | undefined {
  if (limit === null) return undefined;
  return limit > 0 ? Math.min(1, used / limit) : 1;
}

export function fullness(share: number | undefined): Fullness {
  if (share === undefined || share < NEARLY) return 'fine';
  return share < 1 ? 'nearly' : 'full';
}

export function bytesWords(used: number, limit: number | null): string {
  return limit === null ? `${fileSize(used)}, without a limit` : `${fileSize(used)} of ${fileSize(limit)}`;
}

export function documentWords(used: number, limit: number | null): string {
  const number = used.toLocaleString('en');
  return limit === null ? `${number}, without a limit` : `${number} of ${limit.toLocaleString('en')}`;
}
