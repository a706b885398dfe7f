import { pollInterval } from '@/lib/connection';

const SECOND = 1_000;

/** Return the polling interval of a list: only while a document is being processed, and longer the more pages are loaded. */
export function processingPollInterval(documents: readonly { state: string }[], loadedPages = 1): number | false {
  return documents.some((document) => document.state === 'PROCESSING') && pollInterval(SECOND * Math.max(1, loadedPages));
}
