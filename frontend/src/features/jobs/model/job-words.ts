// A job in words for the person it works for, not for the machine that runs it.
import type { Tone } from '@/components/ui/badge';

import { ageWords, secondsSince } from './ages';

export type JobState = 'WAITING' | 'SCHEDULED' | 'RUNNING' | 'STUCK' | 'CANCELLED' | 'FAILED' | 'SUCCESS';

export interface JobFacts {
  state: JobState;
  progress: number;
  message: string;
  reason: string;
  error: { message: string } | null;
  /** why it waits; empty while it does not */
  waiting: string;
  due: string | null;
  cancelRequested: boolean;
  started: string | null;
  finished: string | null;
}

export const JOB_TONES: Record<JobState, Tone> = {
  WAITING: 'neutral',
  SCHEDULED: 'neutral',
  RUNNING: 'info',
  STUCK: 'warning',
  CANCELLED: 'neutral',
  FAILED: 'danger',
  SUCCESS: 'success',
};

/** "Page 4 of 12" goes on after a colon as "page 4 of 12"; names and abbreviations keep their capitals. */
const continued = (text: string) => (/^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);

const after = (word: string, text: string) => (text ? `${word}: ${continued(text)}` : word);

function running({ cancelRequested, message, progress }: JobFacts): string {
  if (cancelRequested) return 'Stopping…';
  return after('Working', message || (progress > 0 ? `${progress} %` : ''));
}

function tryingAgain({ due, waiting }: JobFacts, now: number): string {
  if (!due) return after('Trying again soon', waiting);
  const seconds = -secondsSince(due, now);
  return seconds > 0 ? `Trying again in ${ageWords(seconds)}` : 'Trying again now';
}

function done({ started, finished }: JobFacts): string {
  return started && finished ? `Done in ${ageWords((Date.parse(finished) - Date.parse(started)) / 1_000)}` : 'Done';
}

const WORDS: Record<JobState, (job: JobFacts, now: number) => string> = {
  WAITING: ({ waiting }) => after('Waiting', waiting),
  SCHEDULED: () => 'About to start',
  RUNNING: running,
  STUCK: tryingAgain,
  CANCELLED: () => 'Cancelled',
  // What the server says about a failure is a sentence of its own, and may begin with a name.
  FAILED: ({ error, reason }) => (error?.message ? `Failed: ${error.message}` : after('Failed', reasonWords(reason))),
  SUCCESS: done,
};

const REASONS: Record<string, string> = {
  user_fault: 'Not possible with this document',
  dependency: 'A service it needs did not answer',
  error: 'A defect of the program',
  exhausted: 'Out of tries',
  timeout: 'Took too long',
  cancelled: 'Cancelled',
  worker_lost: 'Its worker died',
  unknown_kind: 'No worker knows this kind of job',
  bad_arguments: 'Its arguments cannot be read',
};

/** Why a job ended, in the words of a list; a reason that is not known yet is shown by its name. */
export const reasonWords = (reason: string): string => REASONS[reason] ?? reason.replaceAll('_', ' ');

export const FAILURE_REASONS: readonly string[] = Object.keys(REASONS).filter((reason) => reason !== 'cancelled');

export const jobWords = (job: JobFacts, now: number = Date.now()): string => WORDS[job.state](job, now);

const ENDED: ReadonlySet<JobState> = new Set(['CANCELLED', 'FAILED', 'SUCCESS']);

export const isLive = ({ state }: { state: JobState }): boolean => !ENDED.has(state);
export const canCancel = ({ state, cancelRequested }: Pick<JobFacts, 'state' | 'cancelRequested'>): boolean => isLive({ state }) && !cancelRequested;
export const canRetry = ({ state }: { state: JobState }): boolean => state === 'FAILED' || state === 'CANCELLED';

/** Nothing has been done yet, so that cancelling can be taken back by starting anew. */
export const hasNotBegun = ({ state, started }: Pick<JobFacts, 'state' | 'started'>): boolean =>
  (state === 'WAITING' || state === 'SCHEDULED') && started === null;
