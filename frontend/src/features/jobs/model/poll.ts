// How often a list of jobs asks again: quickly while something moves, slowly for what others may start.
import { pace } from '@/lib/connection';

import { isLive, type JobState } from './job-words';

const MOVING = 1_500;
const STILL = 15_000;

export const pollJobs = (jobs: readonly { state: JobState }[], loadedPages = 1): number => (jobs.some(isLive) ? pace(MOVING * Math.max(1, loadedPages)) : STILL);
