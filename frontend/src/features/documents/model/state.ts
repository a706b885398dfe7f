// What a document's state means to a person.
import type { Tone } from '@/components/ui/badge';

export type DocumentState = 'PROCESSING' | 'READY' | 'PARTIAL' | 'FAILED';

export const DOCUMENT_STATES: readonly DocumentState[] = ['PROCESSING', 'READY', 'PARTIAL', 'FAILED'];

interface StateWords {
  word: string;
  tone: Tone;
}

export const STATE_WORDS: Record<DocumentState, StateWords> = {
  PROCESSING: { word: 'Processing', tone: 'info' },
  READY: { word: 'Ready', tone: 'success' },
  PARTIAL: { word: 'Ready in part', tone: 'warning' },
  FAILED: { word: 'Failed', tone: 'danger' },
};

export const isDocumentState = (value: unknown): value is DocumentState => DOCUMENT_STATES.some((state) => state === value);

const STEP_WORDS: Record<string, string> = {
  'documents.extract_thumbnail': 'Make a thumbnail',
  'documents.ingest_doc': 'Read the pages',
  'documents.set_doc_lock_state': 'Open for work',
  'documents.check_files': 'Read and compare',
  'documents.sweep_files': 'Look for what nobody needs',
};

/** Steps we do not know yet are shown by the readable part of their name. */
export function stepWords(name: string): string {
  const known = STEP_WORDS[name];
  if (known) return known;
  const plain = (name.split('.').at(-1) ?? name).replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
