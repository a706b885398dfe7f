// The tree of the labels of a corpus: they are listed depth first, and `parentUuid` names the label above.

export interface TreeLabel {
  uuid: string;
  parentUuid: string | null;
  archived: string | null;
}

const LEVELS = 3;

/** Return the labels directly below a label, or at the top, in their order. */
export const childrenOf = <Label extends TreeLabel>(labels: readonly Label[], parent: string | null): Label[] => labels.filter(({ parentUuid }) => parentUuid === parent);

/** Return the labels below a label, depth first; `null` is the whole tree. */
export const below = <Label extends TreeLabel>(labels: readonly Label[], parent: string | null): Label[] => childrenOf(labels, parent).flatMap((child) => [child, ...below(labels, child.uuid)]);

/** Return the number of labels above a label. */
export function depthOf(labels: readonly TreeLabel[], { parentUuid }: TreeLabel): number {
  const parent = labels.find(({ uuid }) => uuid === parentUuid);
  return parent ? depthOf(labels, parent) + 1 : 0;
}

const heightOf = (labels: readonly TreeLabel[], uuid: string): number => 1 + Math.max(0, ...childrenOf(labels, uuid).map((child) => heightOf(labels, child.uuid)));

export const mayHaveChildren = (labels: readonly TreeLabel[], label: TreeLabel) => depthOf(labels, label) + 1 < LEVELS;

/** Return the labels that a label can be moved below. */
export function parentsFor<Label extends TreeLabel>(labels: readonly Label[], label: Label): Label[] {
  const excluded = new Set([label.uuid, ...below(labels, label.uuid).map(({ uuid }) => uuid)]);
  const height = heightOf(labels, label.uuid);
  return labels.filter((each) => !excluded.has(each.uuid) && !each.archived && depthOf(labels, each) + 1 + height <= LEVELS);
}

export interface LabelMove {
  uuid: string;
  parentUuid: string | null;
  /** among the labels with this parent, counted from 0; absent: behind them */
  position?: number;
}

/** Return the labels, one of them with those below it at another place. */
export function placed<Label extends TreeLabel>(labels: readonly Label[], { uuid, parentUuid, position = labels.length }: LabelMove): readonly Label[] {
  const label = labels.find((each) => each.uuid === uuid);
  if (!label) return labels;
  const siblings = childrenOf(labels, parentUuid).filter((each) => each !== label);
  const next = siblings[position];
  const others = labels.filter((each) => each !== label);
  const place = next ? others.indexOf(next) : others.length;
  return below(others.toSpliced(place, 0, { ...label, parentUuid }), null);
}

/** Return the move of a label up (-1) or down (1) among those of its parent that are not archived; undefined at the ends. */
export function step(labels: readonly TreeLabel[], uuid: string, by: 1 | -1): (LabelMove & { position: number; place: number; count: number }) | undefined {
  const label = labels.find((each) => each.uuid === uuid);
  if (!label) return undefined;
  const siblings = childrenOf(labels, label.parentUuid);
  const shown = siblings.filter(({ archived }) => !archived);
  const place = shown.indexOf(label) + by;
  const neighbour = shown[place];
  return neighbour && { uuid, parentUuid: label.parentUuid, position: siblings.indexOf(neighbour), place, count: shown.length };
}
