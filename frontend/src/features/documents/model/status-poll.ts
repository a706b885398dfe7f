// How often a list asks again: only while something in it is being processed, and less often the longer the list.
import { pace } from '@/lib/connection';

const SECOND = 1_000;

export function pollEvery(documents: readonly { state: string }[], loadedPages = 1): number | false {
  return documents.some((document) => document.state === 'PROCESSING') && pace(SECOND * Math.max(1, loadedPages));
}
