// What the tray shows: every file in one of a few groups, the ones that need somebody first.
import type { ApiError } from '@/lib/errors';
import { fileSize } from '@/lib/format';

import type { Upload } from './upload-queue';

export interface ServerState {
  state: 'PROCESSING' | 'READY' | 'PARTIAL' | 'FAILED';
  title: string;
  failure: { code: string; message: string } | null;
}

export type ServerStates = Readonly<Record<string, ServerState>>;

export type Stage = 'failed' | 'unreadable' | 'sending' | 'processing' | 'waiting' | 'duplicate' | 'ready';

export interface TrayItem {
  upload: Upload;
  stage: Stage;
  reason: string;
}

export interface TrayGroup {
  key: string;
  stage: Stage;
  title: string;
  items: TrayItem[];
}

const ORDER: readonly Stage[] = ['failed', 'unreadable', 'sending', 'processing', 'waiting', 'duplicate', 'ready'];

const TITLES: Record<Stage, string> = {
  failed: 'Could not be uploaded',
  unreadable: 'Could not be read',
  sending: 'Uploading',
  processing: 'Processing',
  waiting: 'Waiting to upload',
  duplicate: 'Already here',
  ready: 'Ready',
};

const KINDS: Record<string, string> = { 'application/pdf': 'PDF', 'text/plain': 'text', 'image/png': 'PNG', 'image/jpeg': 'JPEG' };

function readableKinds({ data }: ApiError): string {
  const allowed = Array.isArray(data['allowed']) ? data['allowed'].map((type) => KINDS[String(type)] ?? String(type)) : [];
  return allowed.length > 0 ? `Not a kind of file that can be read. These can: ${allowed.join(', ')}` : 'Not a kind of file that can be read';
}

function largestSize({ data }: ApiError): string {
  const limit = Number(data['limit']);
  return limit > 0 ? `Larger than the ${fileSize(limit)} that are allowed` : 'Larger than is allowed';
}

const REASONS: Record<string, (error: ApiError) => string> = {
  network: () => 'The connection was lost',
  empty_file: () => 'Empty files',
  file_too_large: largestSize,
  unsupported_type: readableKinds,
};

const reasonOf = (error: ApiError | undefined) => (error ? (REASONS[error.code]?.(error) ?? error.message) : '');

function stageOf(upload: Upload, server: ServerState | undefined): Stage {
  if (upload.state !== 'sent') return upload.state;
  if (server?.state === 'FAILED') return 'unreadable';
  return server === undefined || server.state === 'PROCESSING' ? 'processing' : 'ready';
}

export function trayItem(upload: Upload, states: ServerStates): TrayItem {
  const server = upload.documentId ? states[upload.documentId] : undefined;
  const stage = stageOf(upload, server);
  return { upload, stage, reason: stage === 'unreadable' ? (server?.failure?.message ?? '') : reasonOf(upload.error) };
}

/** One group per stage; failures are split by their reason, so that a whole cause is retried at once. */
export function trayGroups(uploads: readonly Upload[], states: ServerStates): TrayGroup[] {
  const groups = new Map<string, TrayGroup>();
  for (const upload of uploads) {
    const item = trayItem(upload, states);
    const byReason = isFailure(item.stage);
    const key = byReason ? `${item.stage}:${item.reason}` : item.stage;
    const group = groups.get(key) ?? { key, stage: item.stage, title: byReason && item.reason ? item.reason : TITLES[item.stage], items: [] };
    group.items.push(item);
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((a, b) => ORDER.indexOf(a.stage) - ORDER.indexOf(b.stage));
}

export interface TrayCounts {
  left: number;
  failed: number;
}

const LEFT = new Set<Stage>(['waiting', 'sending', 'processing']);

export const isFailure = (stage: Stage) => stage === 'failed' || stage === 'unreadable';

export function trayCounts(uploads: readonly Upload[], states: ServerStates): TrayCounts {
  const stages = uploads.map((upload) => trayItem(upload, states).stage);
  return { left: stages.filter((stage) => LEFT.has(stage)).length, failed: stages.filter(isFailure).length };
}

export function traySummary({ left, failed }: TrayCounts): string {
  const parts = [left > 0 && `${left} left`, failed > 0 && `${failed} failed`].filter(Boolean);
  return parts.join(', ') || 'Uploads done';
}
