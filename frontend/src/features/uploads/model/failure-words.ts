// Why a file was not taken, and what to do about it.
import type { ApiError } from '@/lib/errors';
import { fileSize } from '@/lib/format';

export interface Cause {
  reason: string;
  advice?: string;
  /** more room is what helps */
  needsRoom?: boolean;
}

function largestSize({ data }: ApiError): string {
  const limit = Number(data['limit']);
  return limit > 0 ? `Larger than the ${fileSize(limit)} that are allowed` : 'Larger than is allowed';
}

const CAUSES: Record<string, (error: ApiError) => Cause> = {
  network: () => ({ reason: 'The connection was lost' }),
  empty_file: () => ({ reason: 'Empty files', advice: 'Nothing is in them: look where they come from.' }),
  file_too_large: (error) => ({ reason: largestSize(error), advice: 'Split them, or make scans smaller.' }),
  archive_too_large: (error) => ({ reason: largestSize(error), advice: 'Make several smaller ZIP files of it.' }),
  unsupported_type: () => ({ reason: 'Not a kind of file that can be read', advice: 'Save them as PDF, then upload those.' }),
  quota_exceeded: () => ({ reason: 'Your quota is used up', advice: 'Delete what you do not need, then try again.', needsRoom: true }),
  infected: () => ({ reason: 'A virus was found', advice: 'These files were removed here; have the computer checked that they come from.' }),
  hash_mismatch: () => ({ reason: 'Damaged on the way', advice: 'What arrived is not what was sent. Try again.' }),
  file_unreadable: () => ({ reason: 'Cannot be read any more', advice: 'They were moved, changed or deleted, or the browser had no room to keep them. Choose them again.' }),
  encrypted_document: () => ({ reason: 'Protected by a password', advice: 'Take the protection off, then upload them again.' }),
};

export function causeOf(error: ApiError | undefined): Cause {
  if (!error) return { reason: '' };
  return CAUSES[error.code]?.(error) ?? { reason: error.message };
}
