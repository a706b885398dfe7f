// Texts about jobs: states, steps, reasons of failures, and actions on documents.
import { formatSeconds, secondsSince } from '../time';
import { errorMessage } from './errors';

export type JobState = 'WAITING' | 'SCHEDULED' | 'RUNNING' | 'STUCK' | 'CANCELLED' | 'FAILED' | 'SUCCESS';

export interface JobInfo {
  state: JobState;
  progress: number;
  message: string;
  reason: string;
  error: { code: string; message: string } | null;
  /** why it is waiting; empty if it is not */
  waiting: string;
  due: string | null;
  cancelRequested: boolean;
  started: string | null;
  finished: string | null;
}

/** Lower the first letter of a text after a colon: "Page 4" -> "page 4". Abbreviations keep their capitals. */
const lowerFirst = (text: string) => (/^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);

const withDetail = (text: string, detail: string) => (detail ? `${text}: ${lowerFirst(detail)}` : text);

function runningText({ cancelRequested, message, progress }: JobInfo): string {
  if (cancelRequested) return 'Stopping…';
  return withDetail('Running', message || (progress > 0 ? `${progress}%` : ''));
}

function retryingText({ due, waiting }: JobInfo, now: number): string {
  if (!due) return withDetail('Retrying soon', waiting);
  const seconds = -secondsSince(due, now);
  return seconds > 0 ? `Retrying in ${formatSeconds(seconds)}` : 'Retrying now';
}

function doneText({ started, finished }: JobInfo): string {
  if (!started || !finished) return 'Done';
  const seconds = (Date.parse(finished) - Date.parse(started)) / 1_000;
  return `Done in ${seconds < 10 ? `${seconds.toFixed(1)} s` : formatSeconds(seconds)}`;
}

const failedText = ({ error, reason }: JobInfo): string => (error?.message ? `Failed: ${errorMessage(error)}` : withDetail('Failed', reasonText(reason)));

const STATE_TEXTS: Record<JobState, (job: JobInfo, now: number) => string> = {
  WAITING: ({ waiting }) => withDetail('Waiting', waiting),
  SCHEDULED: () => 'Starting',
  RUNNING: runningText,
  STUCK: retryingText,
  CANCELLED: () => 'Cancelled',
  FAILED: failedText,
  SUCCESS: doneText,
};

/** Return the state of a job for its owner. */
export const jobText = (job: JobInfo, now: number = Date.now()): string => STATE_TEXTS[job.state](job, now);

const REASON_TEXTS: Readonly<Record<string, string>> = {
  user_fault: 'Not possible with this document',
  dependency: 'A required service did not respond',
  error: 'Internal error',
  exhausted: 'Too many failed attempts',
  timeout: 'Timed out',
  cancelled: 'Cancelled',
  worker_lost: 'Worker crashed',
  unknown_kind: 'Unknown kind of job',
  bad_arguments: 'Invalid arguments',
};

/** Return why a job ended; unknown reasons are shown by their name. */
export const reasonText = (reason: string): string => REASON_TEXTS[reason] ?? reason.replaceAll('_', ' ');

export const FAILURE_REASONS: readonly string[] = Object.keys(REASON_TEXTS).filter((reason) => reason !== 'cancelled');

const STEP_TEXTS: Readonly<Record<string, string>> = {
  'documents.extract_thumbnail': 'Create thumbnail',
  'documents.ingest_doc': 'Read pages',
  'documents.set_doc_lock_state': 'Finish',
  'documents.check_files': 'Verify checksums',
  'documents.sweep_files': 'Clean up unused files',
  'corpuses.embed_document': 'Index for search',
  'corpuses.extract_fields': 'Extract fields',
  'corpuses.analyze_document': 'Annotate',
  'corpuses.run_agent': 'Run the agent',
  'corpuses.run_action': 'Start on all documents',
  'corpuses.unpack': 'Unpack files',
  'corpuses.tidy_archive': 'Delete temporary files',
  'corpuses.import_annotations': 'Import annotations',
  'corpuses.tidy_annotation_import': 'Delete temporary files',
  'documents.scan': 'Scan for viruses',
  'tasks.delete_old_jobs': 'Delete old jobs',
};

/** Return the label of a step; unknown steps are shown by their name. */
export function stepText(name: string): string {
  const plain = (name.split('.').at(-1) ?? name).replaceAll('_', ' ');
  return STEP_TEXTS[name] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

interface ExecutionInfo {
  state: string;
  message: string;
  job: { state: string; progress: number; message: string; reason: string } | null;
}

const EXECUTION_TEXTS: Readonly<Record<string, (progress: number) => string>> = {
  WAITING: () => 'Waiting in queue',
  SCHEDULED: () => 'Starting',
  RUNNING: (progress) => (progress > 0 ? `Running, ${progress}%` : 'Running'),
  STUCK: () => 'Interrupted; will be retried',
};

/** Return the state of an action on a document. */
export function executionText({ state, message, job }: ExecutionInfo): string {
  if (state === 'WAITING') return 'Waiting for the index';
  if (state === 'QUEUED' && job) return EXECUTION_TEXTS[job.state]?.(job.progress) ?? message;
  return message || job?.message || job?.reason || '';
}
