// Health and totals of queue stages.

import { kindText } from '@/lib/messages/jobs';

export interface StageFacts {
  kind: string;
  title: string;
  step: string;
  waiting: number;
  scheduled: number;
  running: number;
  stuck: number;
  failed: number;
  openFailures: number;
  overdue: number;
  oldestSeconds: number | null;
}

export type Health = 'overdue' | 'failing' | 'retrying' | 'busy' | 'idle';

/** Return the health of a stage: jobs past their deadline and open failures are errors, retries are a warning. */
export function stageHealth({ overdue, openFailures, stuck, waiting, scheduled, running }: StageFacts): Health {
  if (overdue > 0) return 'overdue';
  if (openFailures > 0) return 'failing';
  if (stuck > 0) return 'retrying';
  return waiting + scheduled + running > 0 ? 'busy' : 'idle';
}

export interface Totals {
  waiting: number;
  running: number;
  stuck: number;
  oldestSeconds: number | null;
}

export function totals(stages: readonly StageFacts[]): Totals {
  const sum = (pick: (stage: StageFacts) => number) => stages.reduce((all, stage) => all + pick(stage), 0);
  const ages = stages.flatMap(({ oldestSeconds }) => (oldestSeconds === null ? [] : [oldestSeconds]));
  return {
    waiting: sum(({ waiting, scheduled }) => waiting + scheduled),
    running: sum(({ running }) => running),
    stuck: sum(({ stuck }) => stuck),
    oldestSeconds: ages.length > 0 ? Math.max(...ages) : null,
  };
}

export interface StageGroup<Stage> {
  kind: string;
  title: string;
  stages: Stage[];
}

/** Group stages by kind of job, in the order of the server. */
export function byKind<Stage extends StageFacts>(stages: readonly Stage[]): StageGroup<Stage>[] {
  const groups = new Map<string, StageGroup<Stage>>();
  for (const stage of stages) {
    const group = groups.get(stage.kind) ?? { kind: stage.kind, title: kindText(stage.title), stages: [] };
    group.stages.push(stage);
    groups.set(stage.kind, group);
  }
  return [...groups.values()];
}
