// Texts of the upload panel: groups, pauses, summaries.

import { t } from '@lingui/core/macro';

export const UPLOAD_STAGE_TEXTS = {
  failed: t`Upload failed`,
  unreadable: t`Could not be read`,
  partial: t`Unpacked with errors`,
  sending: t`Uploading`,
  processing: t`Processing`,
  waiting: t`Waiting to upload`,
  paused: t`Paused`,
  duplicate: t`Already uploaded`,
  ready: t`Ready`,
} as const;

const PAUSE_TEXTS = {
  paused: t`Uploads are paused.`,
  offline: t`You’re offline. Uploads continue when the connection is back.`,
  busy: t`The server is busy. Uploads continue in a moment.`,
  signed_out: t`You have been signed out. Sign in to continue the uploads.`,
} as const;

export const pauseText = (cause: keyof typeof PAUSE_TEXTS): string => PAUSE_TEXTS[cause];

export function uploadSummary({ left, failed }: { left: number; failed: number }): string {
  const parts = [left > 0 && t`${left} left`, failed > 0 && t`${failed} failed`].filter(Boolean);
  return parts.join(', ') || t`Uploads complete`;
}

interface ArchiveProgress {
  counts: { added: number; existing: number; skipped: number; refused: number };
  entries: number | null;
}

export function archiveSummary({ counts, entries }: ArchiveProgress): string {
  const parts = [
    counts.added > 0 && t`${counts.added} added`,
    counts.existing > 0 && t`${counts.existing} already uploaded`,
    counts.skipped > 0 && t`${counts.skipped} skipped`,
    counts.refused > 0 && t`${counts.refused} rejected`,
  ].filter(Boolean);
  const done = counts.added + counts.existing + counts.skipped + counts.refused;
  if (entries !== null && done < entries) return t`${done} of ${entries} unpacked`;
  return parts.join(', ') || t`Empty ZIP file`;
}
