// The history that the server has: what can be undone and redone of earlier edits.
import { nodes } from '@/lib/relay';

import { groupText, type EditRecord } from './edit-text';
import type { History, Step } from './history';

/** The newest edit of a group. */
export interface EarlierEdit extends EditRecord {
  isUndone: boolean;
}

interface Page<Edit> {
  edges: readonly { node: Edit }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const MAX_PAGES = 20;

/** Load edits, the newest first, until there is one that can be undone: as many as were undone may come before it. */
export async function editsToUndo<Edit extends EarlierEdit>(load: (after: string | null) => Promise<Page<Edit>>, refused: ReadonlySet<string>): Promise<Edit[]> {
  const edits: Edit[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each page needs the cursor of the one before
    const loaded: Page<Edit> = await load(after);
    edits.push(...nodes(loaded));
    after = loaded.pageInfo.endCursor;
    if (!loaded.pageInfo.hasNextPage || after === null || edits.some(({ group, isUndone }) => !isUndone && !refused.has(group))) break;
  }
  return edits;
}

/** Return the steps of edits, of which the newest is the first. Refused groups can be neither undone nor redone, and do not end what can be redone. */
export function historyOf(edits: readonly EarlierEdit[], refused: ReadonlySet<string>): History {
  const known = edits.filter(({ group }) => !refused.has(group));
  const step = (edit: EarlierEdit): Step => ({ group: edit.group, edits: [], text: groupText(edit) });
  const firstDone = known.findIndex(({ isUndone }) => !isUndone);
  const undone = firstDone === -1 ? known : known.slice(0, firstDone);
  return { past: known.filter(({ isUndone }) => !isUndone).map(step).toReversed(), future: undone.map(step) };
}
