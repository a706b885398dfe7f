// One file on its way here, and what became of it.
import type { ApiError } from '@/lib/errors';

/** Where it goes: a corpus (else the personal one), a folder of it, and names of folders below that. */
export interface Place {
  corpus?: string;
  folder?: string;
  path?: string;
}

export type UploadKind = 'document' | 'archive';

export type UploadState = 'waiting' | 'sending' | 'paused' | 'sent' | 'duplicate' | 'failed';

export interface Upload {
  id: string;
  /** its place in the queue, also across reloads */
  order: number;
  name: string;
  size: number;
  kind: UploadKind;
  place: Place;
  /** its bytes; gone once they are not needed any more (a ZIP may be sent again for what was refused), or where the browser could not keep them */
  file: File | undefined;
  state: UploadState;
  /** 0 to 1 while sending */
  progress: number;
  /** the server has been asked what would become of it */
  checked: boolean;
  sha256: string;
  /** the address of a resumable upload that has begun */
  session: string;
  /** the document this file became, or the one that was already there */
  documentId: string | undefined;
  /** the archive this file became */
  archiveId: string | undefined;
  error: ApiError | undefined;
}

/** A file as it was dropped or chosen, with the folders it lay in. */
export interface FoundFile {
  file: File;
  path: string;
}

/** What a file became: one of both. */
export interface Arrival {
  documentId?: string;
  archiveId?: string;
  corpus?: string;
}

/** What sending again cannot mend: the bytes are let go. */
export const FINAL: ReadonlySet<string> = new Set(['file_too_large', 'empty_file', 'unsupported_type', 'infected', 'file_unreadable', 'archive_too_large', 'invalid_archive']);

const ARCHIVE = /\.zip$/i;

export const kindOf = (name: string): UploadKind => (ARCHIVE.test(name) ? 'archive' : 'document');

export const isSettled = ({ state }: Upload) => state === 'sent' || state === 'duplicate';

export const isPending = ({ state }: Upload) => state === 'waiting' || state === 'sending' || state === 'paused';
