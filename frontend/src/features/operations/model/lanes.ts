// What the figures of the stages say together, and which of them need somebody to look.

export interface LaneFacts {
  kind: string;
  title: string;
  step: string;
  waiting: number;
  scheduled: number;
  running: number;
  stuck: number;
  failed: number;
  unsettled: number;
  overdue: number;
  oldestSeconds: number | null;
}

export type Health = 'hanging' | 'failing' | 'retrying' | 'busy' | 'still';

/** Red while a job hangs beyond its deadline or failures wait for somebody to settle them, amber where jobs are being tried again. */
export function laneHealth({ overdue, unsettled, stuck, waiting, scheduled, running }: LaneFacts): Health {
  if (overdue > 0) return 'hanging';
  if (unsettled > 0) return 'failing';
  if (stuck > 0) return 'retrying';
  return waiting + scheduled + running > 0 ? 'busy' : 'still';
}

export interface Totals {
  waiting: number;
  running: number;
  stuck: number;
  oldestSeconds: number | null;
}

export function totals(lanes: readonly LaneFacts[]): Totals {
  const sum = (pick: (lane: LaneFacts) => number) => lanes.reduce((all, lane) => all + pick(lane), 0);
  const ages = lanes.flatMap(({ oldestSeconds }) => (oldestSeconds === null ? [] : [oldestSeconds]));
  return {
    waiting: sum(({ waiting, scheduled }) => waiting + scheduled),
    running: sum(({ running }) => running),
    stuck: sum(({ stuck }) => stuck),
    oldestSeconds: ages.length > 0 ? Math.max(...ages) : null,
  };
}

export interface LaneGroup<Lane> {
  kind: string;
  title: string;
  lanes: Lane[];
}

/** The stages of one kind stay together, in the order in which the server gives them. */
export function byKind<Lane extends LaneFacts>(lanes: readonly Lane[]): LaneGroup<Lane>[] {
  const groups = new Map<string, LaneGroup<Lane>>();
  for (const lane of lanes) {
    const group = groups.get(lane.kind) ?? { kind: lane.kind, title: lane.title, lanes: [] };
    group.lanes.push(lane);
    groups.set(lane.kind, group);
  }
  return [...groups.values()];
}
