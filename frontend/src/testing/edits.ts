// The edits that were made, as the server keeps them: by groups, which are undone and redone.
import { ada, connection, newId, type Row } from './rows';
import type { Answers } from './server';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type Replay = Record<'undo' | 'redo', () => void>;
type Edit = Mutable<Row<'Edit'>> & Replay & { group: string };

/** A request that changes something may name the group of its edit. */
export type Group = string | null | undefined;

export function editLog() {
  /** the newest first */
  const edits: Edit[] = [];
  /** groups that another user has changed again since */
  const outdated = new Set<string>();
  const record = (group: Group, row: Row<'Edit'>, replays: Replay) => {
    const id = newId();
    edits.unshift({ id, groupSize: 1, actor: ada, created: '2026-03-02T10:00:00Z', ...row, group: group ?? id, isUndone: false, ...replays });
  };
  const replay = (kind: keyof Replay, group: string) => {
    if (outdated.has(group)) return { errors: [{ code: 'edit_outdated', message: 'This was changed again after the edit.' }] };
    for (const edit of edits.filter((each) => each.group === group)) {
      edit[kind]();
      edit.isUndone = kind === 'undo';
    }
    return { deletedIds: [] };
  };
  const answers = {
    query: { edits: () => connection(edits.map(({ undo: _undo, redo: _redo, ...row }) => row)) },
    mutation: {
      undoEdits: ({ input: { group } }) => replay('undo', group),
      redoEdits: ({ input: { group } }) => replay('redo', group),
    },
  } satisfies Answers;
  return { edits, outdated, record, answers };
}
