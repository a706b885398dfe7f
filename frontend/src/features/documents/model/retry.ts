import { may, type Permitted } from '@/lib/permissions';

/** Failures with the cause in the file: another attempt ends in the same way. */
const CAUSED_BY_FILE: ReadonlySet<string | undefined> = new Set([
  'encrypted_document',
  'wrong_password',
  'corrupt_document',
  'truncated_document',
  'unsafe_document',
  'infected',
  'no_pages',
  'too_many_pages',
  'page_too_large',
]);

/** Check whether another attempt would end in the same way. */
export const isCausedByFile = (failure: { code: string } | null): boolean => CAUSED_BY_FILE.has(failure?.code);

/** Check whether the user may process a failed document again, and it can succeed. */
export const mayRetry = (document: Permitted & { state: string; failure: { code: string } | null }): boolean =>
  document.state === 'FAILED' && may(document, 'EDIT') && !isCausedByFile(document.failure);
