// A file being uploaded, and its result.
import type { ApiError } from '@/lib/errors';

/** The target of a file: a corpus (by default the personal one), a folder in it, and a path of subfolders below that. */
export interface UploadTarget {
  corpus?: string;
  folder?: string;
  path?: string;
}

export type UploadKind = 'document' | 'archive';

export type UploadState = 'waiting' | 'sending' | 'paused' | 'sent' | 'duplicate' | 'failed';

export interface Upload {
  id: string;
  /** position in the queue, also across reloads */
  order: number;
  name: string;
  size: number;
  kind: UploadKind;
  target: UploadTarget;
  /** released once it is not needed any more (a ZIP file can be uploaded again for its rejected entries), or missing if the browser could not store it */
  file: File | undefined;
  state: UploadState;
  /** 0 to 1 while sending */
  progress: number;
  /** the precheck is done */
  checked: boolean;
  sha256: string;
  /** URL of a resumable upload that has started */
  session: string;
  /** the created document, or the existing one of a duplicate */
  documentId: string | undefined;
  archiveId: string | undefined;
  error: ApiError | undefined;
}

/** A file that was dropped or chosen, with the path of its folder. */
export interface SelectedFile {
  file: File;
  path: string;
}

/** The result of an upload: a document or an archive. */
export interface UploadResult {
  documentId?: string;
  archiveId?: string;
  corpus?: string;
}

/** Error codes that a retry cannot fix: the file is released. */
export const PERMANENT_ERRORS: ReadonlySet<string> = new Set(['file_too_large', 'empty_file', 'unsupported_type', 'infected', 'file_unreadable', 'archive_too_large', 'invalid_archive']);

const ARCHIVE = /\.zip$/i;

export const kindOf = (name: string): UploadKind => (ARCHIVE.test(name) ? 'archive' : 'document');

export const isSettled = ({ state }: Upload) => state === 'sent' || state === 'duplicate';

export const isPending = ({ state }: Upload) => state === 'waiting' || state === 'sending' || state === 'paused';
