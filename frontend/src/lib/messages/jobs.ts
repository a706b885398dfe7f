// Texts about jobs: states, steps, reasons of failures, and actions on documents.
import { t } from '@lingui/core/macro';

import { formatNumber, inSentence } from '../format';
import { formatSeconds, secondsSince } from '../time';
import { errorMessage } from './errors';
import { failureText, serverSentence } from './server-sentences';

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

const withDetail = (text: string, detail: string) => (detail ? `${text}: ${inSentence(detail)}` : text);

function runningText({ cancelRequested, message, progress }: JobInfo): string {
  if (cancelRequested) return t`Stopping…`;
  return withDetail(t`Running`, serverSentence(message) || (progress > 0 ? `${progress}%` : ''));
}

function retryingText({ due, waiting }: JobInfo, now: number): string {
  if (!due) return withDetail(t`Retrying soon`, serverSentence(waiting));
  const seconds = -secondsSince(due, now);
  return seconds > 0 ? t`Retrying in ${formatSeconds(seconds)}` : t`Retrying now`;
}

function doneText({ started, finished }: JobInfo): string {
  if (!started || !finished) return t`Done`;
  const seconds = (Date.parse(finished) - Date.parse(started)) / 1_000;
  const duration = seconds < 10 ? `${formatNumber(seconds, 1)} s` : formatSeconds(seconds);
  return t`Done in ${duration}`;
}

const failedText = ({ error, reason }: JobInfo): string => (error?.message ? t`Failed: ${errorMessage(error)}` : withDetail(t`Failed`, reasonText(reason)));

const STATE_TEXTS: Record<JobState, (job: JobInfo, now: number) => string> = {
  WAITING: ({ waiting }) => withDetail(t`Waiting`, serverSentence(waiting)),
  SCHEDULED: () => t`Starting`,
  RUNNING: runningText,
  STUCK: retryingText,
  CANCELLED: () => t`Cancelled`,
  FAILED: failedText,
  SUCCESS: doneText,
};

/** Return the state of a job for its owner. */
export const jobText = (job: JobInfo, now: number = Date.now()): string => STATE_TEXTS[job.state](job, now);

const REASON_TEXTS: Readonly<Record<string, string>> = {
  user_fault: t`Not possible with this document`,
  dependency: t`A required service did not respond`,
  error: t`Internal error`,
  exhausted: t`Too many failed attempts`,
  timeout: t`Timed out`,
  cancelled: t`Cancelled`,
  worker_lost: t`Worker crashed`,
  unknown_kind: t`Unknown kind of job`,
  bad_arguments: t`Invalid arguments`,
};

/** Return why a job ended; unknown reasons are shown by their name. */
export const reasonText = (reason: string): string => REASON_TEXTS[reason] ?? reason.replaceAll('_', ' ');

export const FAILURE_REASONS: readonly string[] = Object.keys(REASON_TEXTS).filter((reason) => reason !== 'cancelled');

const KIND_TEXTS: Readonly<Record<string, string>> = {
  'Annotate with an analyzer': t`Annotate with an analyzer`,
  'Change the embedder': t`Change the embedder`,
  'Change many documents': t`Change many documents`,
  'Check stored files': t`Check stored files`,
  'Clean up old jobs': t`Clean up old jobs`,
  'Clean up unused files': t`Clean up unused files`,
  'Copy a corpus': t`Copy a corpus`,
  'Copy annotations': t`Copy annotations`,
  'End late analyses': t`End late analyses`,
  'Empty the bin': t`Empty the bin`,
  'Extract a row': t`Extract a row`,
  'Extract fields': t`Extract fields`,
  'Find similar texts': t`Find similar texts`,
  'Import annotations': t`Import annotations`,
  'Answer a comment': t`Answer a comment`,
  'Erase an account': t`Erase an account`,
  'Apply retention rules': t`Apply retention rules`,
  'Write an export': t`Write an export`,
  'Delete old changes of many documents': t`Delete old changes of many documents`,
  'Delete old exports': t`Delete old exports`,
  'Index for search': t`Index for search`,
  'Move annotations': t`Move annotations`,
  'Process document': t`Process document`,
  'Run an action on all documents': t`Run an action on all documents`,
  'Run an agent': t`Run an agent`,
  'Scan for viruses': t`Scan for viruses`,
  'Suggest passages': t`Suggest passages`,
  'Unpack an archive': t`Unpack an archive`,
};

/** Return the title of a kind of job in the language of the page; the server has it in English. Kinds of plug-ins keep theirs. */
export const kindText = (title: string): string => KIND_TEXTS[title] ?? title;

const STEP_TEXTS: Readonly<Record<string, string>> = {
  'documents.extract_thumbnail': t`Create thumbnail`,
  'documents.ingest_doc': t`Read pages`,
  'documents.set_doc_lock_state': t`Finish`,
  'documents.check_files': t`Verify checksums`,
  'documents.sweep_files': t`Clean up unused files`,
  'corpuses.embed_document': t`Index for search`,
  'corpuses.extract_fields': t`Extract fields`,
  'corpuses.analyze_document': t`Annotate`,
  'corpuses.run_agent': t`Run the agent`,
  'corpuses.run_action': t`Start on all documents`,
  'corpuses.unpack': t`Unpack files`,
  'corpuses.tidy_archive': t`Delete temporary files`,
  'corpuses.import_annotations': t`Import annotations`,
  'corpuses.answer_comment': t`Answer a comment`,
  'corpuses.erase_user': t`Erase an account`,
  'corpuses.apply_retention': t`Apply retention rules`,
  'corpuses.write_export': t`Write an export`,
  'corpuses.copy_corpus': t`Copy a corpus`,
  'corpuses.bulk_change': t`Change many documents`,
  'corpuses.delete_old_bulk_changes': t`Delete old changes of many documents`,
  'corpuses.delete_old_exports': t`Delete old exports`,
  'corpuses.end_late_analyses': t`End late analyses`,
  'corpuses.tidy_annotation_import': t`Delete temporary files`,
  'documents.scan': t`Scan for viruses`,
  'tasks.delete_old_jobs': t`Delete old jobs`,
  'corpuses.change_embedder': t`Change the embedder`,
  'corpuses.copy_annotations': t`Copy annotations`,
  'corpuses.extract_row': t`Extract a row`,
  'corpuses.find_similar_texts': t`Find similar texts`,
  'corpuses.move_annotations': t`Move annotations`,
  'corpuses.purge_bin': t`Empty the bin`,
  'corpuses.suggest_passages': t`Suggest passages`,
};

/** Return the label of a step; unknown steps are shown by their name. */
export function stepText(name: string): string {
  const plain = (name.split('.').at(-1) ?? name).replaceAll('_', ' ');
  return STEP_TEXTS[name] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

interface ExecutionInfo {
  state: string;
  /** of the error of a failure */
  code: string;
  message: string;
  job: { state: string; progress: number; message: string; reason: string } | null;
}

const EXECUTION_TEXTS: Readonly<Record<string, (progress: number) => string>> = {
  WAITING: () => t`Waiting in queue`,
  SCHEDULED: () => t`Starting`,
  RUNNING: (progress) => (progress > 0 ? t`Running, ${progress}%` : t`Running`),
  STUCK: () => t`Interrupted; will be retried`,
};

/** Return the state of an action on a document. */
export function executionText({ state, code, message, job }: ExecutionInfo): string {
  if (state === 'WAITING') return t`Waiting for the document or its index`;
  if (state === 'QUEUED' && job) return EXECUTION_TEXTS[job.state]?.(job.progress) ?? serverSentence(message);
  return failureText({ code, message }) || serverSentence(job?.message ?? '') || (job?.reason ?? '');
}
