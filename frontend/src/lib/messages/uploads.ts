// Texts of the upload panel: groups, pauses, summaries.

export const UPLOAD_STAGE_TEXTS = {
  failed: 'Upload failed',
  unreadable: 'Could not be read',
  partial: 'Unpacked with errors',
  sending: 'Uploading',
  processing: 'Processing',
  waiting: 'Waiting to upload',
  paused: 'Paused',
  duplicate: 'Already uploaded',
  ready: 'Ready',
} as const;

const PAUSE_TEXTS = {
  paused: 'Uploads are paused.',
  offline: 'You’re offline. Uploads continue when the connection is back.',
  busy: 'The server is busy. Uploads continue in a moment.',
  signed_out: 'You have been signed out. Sign in to continue the uploads.',
} as const;

export const pauseText = (cause: keyof typeof PAUSE_TEXTS): string => PAUSE_TEXTS[cause];

export function uploadSummary({ left, failed }: { left: number; failed: number }): string {
  const parts = [left > 0 && `${left} left`, failed > 0 && `${failed} failed`].filter(Boolean);
  return parts.join(', ') || 'Uploads complete';
}

interface ArchiveProgress {
  counts: { added: number; existing: number; skipped: number; refused: number };
  entries: number | null;
}

export function archiveSummary({ counts, entries }: ArchiveProgress): string {
  const parts = [
    counts.added > 0 && `${counts.added} added`,
    counts.existing > 0 && `${counts.existing} already uploaded`,
    counts.skipped > 0 && `${counts.skipped} skipped`,
    counts.refused > 0 && `${counts.refused} rejected`,
  ].filter(Boolean);
  const done = counts.added + counts.existing + counts.skipped + counts.refused;
  if (entries !== null && done < entries) return `${done} of ${entries} unpacked`;
  return parts.join(', ') || 'Empty ZIP file';
}
