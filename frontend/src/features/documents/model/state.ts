import type { Tone } from '@/components/ui/badge';

export type DocumentState = 'PROCESSING' | 'READY' | 'PARTIAL' | 'FAILED';

export const DOCUMENT_STATES: readonly DocumentState[] = ['PROCESSING', 'READY', 'PARTIAL', 'FAILED'];

export const STATE_TONES: Record<DocumentState, Tone> = { PROCESSING: 'info', READY: 'success', PARTIAL: 'warning', FAILED: 'danger' };

export const isDocumentState = (value: unknown): value is DocumentState => DOCUMENT_STATES.some((state) => state === value);

interface Status {
  state: DocumentState;
  damage: unknown;
  warnings: readonly unknown[];
  newestVersion: unknown;
}

/** Check whether there is something to say about the state of a document. */
export const hasStatus = ({ state, damage, warnings, newestVersion }: Status): boolean =>
  newestVersion !== null || state === 'FAILED' || state === 'PROCESSING' || Boolean(damage) || warnings.length > 0;

/** Check whether a failed document only needs its password. */
export const needsPassword = (failure: { code: string } | null): boolean => failure?.code === 'encrypted_document' || failure?.code === 'wrong_password';
