// The history that the server has: what can be undone and redone of earlier edits.
import { nodes } from '@/lib/relay';

import { byGroup, groupText, type EditRecord } from './edit-text';
import type { History, Step } from './history';

export interface EarlierEdit extends EditRecord {
  isUndone: boolean;
}

interface Page<Edit> {
  edges: readonly { node: Edit }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const MAX_PAGES = 20;

/** Return whether the newest group that can be undone is there with all its edits: one of another group follows. */
function hasGroupToUndo(edits: readonly EarlierEdit[], refused: ReadonlySet<string>): boolean {
  const newest = edits.find(({ group, isUndone }) => !isUndone && !refused.has(group));
  return newest !== undefined && edits.at(-1)?.group !== newest.group;
}

/** Load edits, the newest first, until there is a group that can be undone: as many as were undone at once may come before it. */
export async function editsToUndo<Edit extends EarlierEdit>(load: (after: string | null) => Promise<Page<Edit>>, refused: ReadonlySet<string>): Promise<Edit[]> {
  const edits: Edit[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each page needs the cursor of the one before
    const loaded: Page<Edit> = await load(after);
    edits.push(...nodes(loaded));
    after = loaded.pageInfo.endCursor;
    if (!loaded.pageInfo.hasNextPage || after === null || hasGroupToUndo(edits, refused)) break;
  }
  return edits;
}

/** Return the steps of edits, of which the newest is the first. Refused groups can be neither undone nor redone, and do not end what can be redone. */
export function historyOf(edits: readonly EarlierEdit[], refused: ReadonlySet<string>): History {
  const groups = byGroup(edits.filter(({ group }) => !refused.has(group)));
  const step = (group: (typeof groups)[number]): Step => ({ group: group[0].group, edits: [], text: groupText(group) });
  const isUndone = ([first]: (typeof groups)[number]) => first.isUndone;
  const firstDone = groups.findIndex((group) => !isUndone(group));
  const undone = firstDone === -1 ? groups : groups.slice(0, firstDone);
  return { past: groups.filter((group) => !isUndone(group)).map(step).toReversed(), future: undone.map(step) };
}
