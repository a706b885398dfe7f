// The upload panel groups files by stage, failures first.
import { errorText } from '@/lib/messages/errors';
import { UPLOAD_STAGE_TEXTS } from '@/lib/messages/uploads';

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

export type Stage = keyof typeof UPLOAD_STAGE_TEXTS;

export interface UploadItem {
  upload: Upload;
  stage: Stage;
  archive: ArchiveState | undefined;
}

export interface UploadGroup {
  key: string;
  stage: Stage;
  title: string;
  /** what to do about failures */
  advice: string;
  /** the error code of failures */
  code: string;
  items: UploadItem[];
}

const ORDER: readonly Stage[] = ['failed', 'unreadable', 'partial', 'sending', 'processing', 'waiting', 'paused', 'duplicate', 'ready'];

function stageOf(upload: Upload, server: ServerState | undefined): Stage {
  if (upload.state !== 'sent') return upload.state;
  if (server?.state === 'FAILED') return 'unreadable';
  if (server === undefined || server.state === 'PROCESSING') return 'processing';
  return (server.archive?.counts.refused ?? 0) > 0 ? 'partial' : 'ready';
}

/** Return the error of a failed upload or of a document that could not be read. */
function errorOf(stage: Stage, upload: Upload, server: ServerState | undefined) {
  if (stage === 'failed' && upload.error) return { ...upload.error.data, name: upload.name, code: upload.error.code, message: upload.error.message };
  return stage === 'unreadable' && server?.failure ? server.failure : undefined;
}

/** Group uploads by stage. Failures are grouped by cause, so that all files with one cause can be retried at once. */
export function uploadGroups(uploads: readonly Upload[], states: ServerStates): UploadGroup[] {
  const groups = new Map<string, UploadGroup>();
  for (const upload of uploads) {
    const server = states[upload.documentId ?? upload.archiveId ?? ''];
    const stage = stageOf(upload, server);
    const error = errorOf(stage, upload, server);
    const { title, action = '' } = error ? errorText(error) : { title: UPLOAD_STAGE_TEXTS[stage] };
    const key = `${stage}:${title}`;
    const group = groups.get(key) ?? { key, stage, title, advice: action, code: error?.code ?? '', items: [] };
    group.items.push({ upload, stage, archive: server?.archive });
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((a, b) => ORDER.indexOf(a.stage) - ORDER.indexOf(b.stage));
}

export interface UploadCounts {
  left: number;
  failed: number;
  paused: number;
}

const LEFT = new Set<Stage>(['waiting', 'sending', 'processing', 'paused']);

export const isFailure = (stage: Stage) => stage === 'failed' || stage === 'unreadable';

export function uploadCounts(groups: readonly UploadGroup[]): UploadCounts {
  const sum = (matches: (stage: Stage) => boolean) => groups.reduce((all, { stage, items }) => all + (matches(stage) ? items.length : 0), 0);
  return { left: sum((stage) => LEFT.has(stage)), failed: sum(isFailure), paused: sum((stage) => stage === 'paused') };
}
