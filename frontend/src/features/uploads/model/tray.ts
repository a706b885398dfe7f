// What the tray shows: every file in one of a few groups, the ones that need somebody first.
import type { Hold } from './hold';
import { causeOf, type Cause } from './failure-words';
import type { Upload } from './upload';

export interface ArchiveState {
  counts: { added: number; existing: number; skipped: number; refused: number };
  entries: number | null;
}

export interface ServerState {
  state: 'PROCESSING' | 'READY' | 'PARTIAL' | 'FAILED';
  failure: { code: string; message: string } | null;
  archive?: ArchiveState;
}

export type ServerStates = Readonly<Record<string, ServerState>>;

export type Stage = 'failed' | 'unreadable' | 'partial' | 'sending' | 'processing' | 'waiting' | 'paused' | 'duplicate' | 'ready';

export interface TrayItem {
  upload: Upload;
  stage: Stage;
  cause: Cause;
  archive: ArchiveState | undefined;
}

export interface TrayGroup {
  key: string;
  stage: Stage;
  title: string;
  cause: Cause;
  items: TrayItem[];
}

const ORDER: readonly Stage[] = ['failed', 'unreadable', 'partial', 'sending', 'processing', 'waiting', 'paused', 'duplicate', 'ready'];

const TITLES: Record<Stage, string> = {
  failed: 'Could not be uploaded',
  unreadable: 'Could not be read',
  partial: 'Unpacked, but not every file',
  sending: 'Uploading',
  processing: 'Processing',
  waiting: 'Waiting to upload',
  paused: 'Paused',
  duplicate: 'Already here',
  ready: 'Ready',
};

const NO_CAUSE: Cause = { reason: '' };

function stageOf(upload: Upload, server: ServerState | undefined): Stage {
  if (upload.state !== 'sent') return upload.state;
  if (server?.state === 'FAILED') return 'unreadable';
  if (server === undefined || server.state === 'PROCESSING') return 'processing';
  return (server.archive?.counts.refused ?? 0) > 0 ? 'partial' : 'ready';
}

export function trayItem(upload: Upload, states: ServerStates): TrayItem {
  const server = states[upload.documentId ?? upload.archiveId ?? ''];
  const stage = stageOf(upload, server);
  const cause = stage === 'unreadable' ? { reason: server?.failure?.message ?? '' } : stage === 'failed' ? causeOf(upload.error) : NO_CAUSE;
  return { upload, stage, cause, archive: server?.archive };
}

/** One group per stage; failures are split by their reason, so that a whole cause is retried at once. */
export function trayGroups(uploads: readonly Upload[], states: ServerStates): TrayGroup[] {
  const groups = new Map<string, TrayGroup>();
  for (const upload of uploads) {
    const item = trayItem(upload, states);
    const { stage, cause } = item;
    const key = `${stage}:${cause.reason}`;
    const group = groups.get(key) ?? { key, stage, title: cause.reason || TITLES[stage], cause, items: [] };
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((a, b) => ORDER.indexOf(a.stage) - ORDER.indexOf(b.stage));
}

export interface TrayCounts {
  left: number;
  failed: number;
  paused: number;
}

const LEFT = new Set<Stage>(['waiting', 'sending', 'processing', 'paused']);

export const isFailure = (stage: Stage) => stage === 'failed' || stage === 'unreadable';

export function trayCounts(groups: readonly TrayGroup[]): TrayCounts {
  const sum = (wanted: (stage: Stage) => boolean) => groups.reduce((all, { stage, items }) => all + (wanted(stage) ? items.length : 0), 0);
  return { left: sum((stage) => LEFT.has(stage)), failed: sum(isFailure), paused: sum((stage) => stage === 'paused') };
}

export function traySummary({ left, failed }: TrayCounts): string {
  const parts = [left > 0 && `${left} left`, failed > 0 && `${failed} failed`].filter(Boolean);
  return parts.join(', ') || 'Uploads done';
}

const HOLD_WORDS: Record<Hold['reason'], string> = {
  paused: 'Paused. Nothing is sent until you go on.',
  offline: 'No connection. Uploading goes on by itself once it is back.',
  busy: 'The server has much to do. Uploading goes on by itself in a moment.',
  signed_out: 'You are signed out. Uploading goes on once you have signed in.',
};

export const holdWords = ({ reason }: Hold) => HOLD_WORDS[reason];

export function archiveWords({ counts, entries }: ArchiveState): string {
  const parts = [
    counts.added > 0 && `${counts.added} added`,
    counts.existing > 0 && `${counts.existing} already here`,
    counts.skipped > 0 && `${counts.skipped} left out`,
    counts.refused > 0 && `${counts.refused} refused`,
  ].filter(Boolean);
  const done = counts.added + counts.existing + counts.skipped + counts.refused;
  if (entries !== null && done < entries) return `${done} of ${entries} unpacked`;
  return parts.join(', ') || 'Nothing in it';
}
