import { pollInterval } from '@/lib/connection';
import type { JobState } from '@/lib/messages/jobs';

import { isLive } from './job-state';

const LIVE_MS = 1_500;
const IDLE_MS = 15_000;

/** Return the polling interval of a list of jobs: short while one is live, longer the more pages are loaded. */
export const jobsPollInterval = (jobs: readonly { state: JobState }[], loadedPages = 1): number =>
  jobs.some(isLive) ? pollInterval(LIVE_MS * Math.max(1, loadedPages)) : IDLE_MS;
