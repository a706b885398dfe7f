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

interface FailureAdvice {
  means: string;
  todo: string;
}

const GENERAL: FailureAdvice = {
  means: 'The file is kept as you sent it, but its text could not be read.',
  todo: 'Try again. If it fails the same way, check that the file opens on your own machine.',
};

const ADVICE: Record<string, FailureAdvice> = {
  pdf_encrypted: {
    means: 'The file is protected by a password, so its pages cannot be read.',
    todo: 'Remove the password in the program that made it, then upload the file again.',
  },
  pdf_truncated: {
    means: 'A part of the file is missing, most likely because a download or copy was cut off.',
    todo: 'Fetch the file again from where it came, then upload the whole of it.',
  },
  timeout: {
    means: 'Reading took longer than is allowed for one document.',
    todo: 'Try again. A very large document may need to be split.',
  },
  worker_lost: {
    means: 'Reading this file stopped the program that reads it, more than once.',
    todo: 'Try again, and tell whoever looks after Cartulary here if it happens again.',
  },
};

const SYNONYMS: Record<string, string> = {
  encrypted: 'pdf_encrypted',
  document_encrypted: 'pdf_encrypted',
  encrypted_document: 'pdf_encrypted',
  truncated: 'pdf_truncated',
  document_truncated: 'pdf_truncated',
  damaged_document: 'pdf_truncated',
  job_timeout: 'timeout',
};

export const failureAdvice = (code: string): FailureAdvice => ADVICE[SYNONYMS[code] ?? code] ?? GENERAL;

const STEP_WORDS: Record<string, string> = {
  'documents.extract_thumbnail': 'Make a thumbnail',
  'documents.ingest_doc': 'Read the pages',
  'documents.set_doc_lock_state': 'Open for work',
};

/** Steps we do not know yet are shown by the readable part of their name. */
export function stepWords(name: string): string {
  const known = STEP_WORDS[name];
  if (known) return known;
  const plain = (name.split('.').at(-1) ?? name).replaceAll('_', ' ');
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
