// Edits of annotations in words.
import { count } from '@/lib/format';

export interface EditRecord {
  group: string;
  kind: 'CREATED' | 'CHANGED' | 'DELETED' | 'RESTORED' | 'ACCEPTED' | 'REJECTED' | 'REOPENED';
  labelName: string;
  labelBefore: string | null;
  labelAfter: string | null;
  quoteAfter: string | null;
  noteBefore: string | null;
  noteAfter: string | null;
}

const KINDS = {
  CREATED: 'Added',
  DELETED: 'Removed',
  RESTORED: 'Restored',
  ACCEPTED: 'Accepted the suggestion',
  REJECTED: 'Rejected the suggestion',
  REOPENED: 'Reopened the suggestion',
};

function noteText({ noteBefore, noteAfter, labelName }: EditRecord): string {
  if (!noteBefore) return `Added a note to “${labelName}”`;
  return noteAfter ? `Changed the note on “${labelName}”` : `Removed the note on “${labelName}”`;
}

function changeText(edit: EditRecord): string {
  const parts = [
    ...(edit.labelAfter === null ? [] : [`Changed the label “${edit.labelBefore ?? 'deleted'}” to “${edit.labelAfter}”`]),
    ...(edit.quoteAfter === null ? [] : [`Changed the place of “${edit.labelName}”`]),
    ...(edit.noteAfter === null ? [] : [noteText(edit)]),
  ];
  return parts.join('; ') || `Changed “${edit.labelName}”`;
}

export const editText = (edit: EditRecord) => (edit.kind === 'CHANGED' ? changeText(edit) : `${KINDS[edit.kind]} “${edit.labelName}”`);

/** Return the text of the edits of a group, of which there is at least one. */
export function groupText([first, ...others]: readonly [EditRecord, ...EditRecord[]]): string {
  return others.length === 0 ? editText(first) : `${editText(first)} and ${count(others.length, 'other')}`;
}

/** Return the edits by group, in the order in which the groups occur first. */
export function byGroup<Edit extends EditRecord>(edits: readonly Edit[]): [Edit, ...Edit[]][] {
  const groups = new Map<string, [Edit, ...Edit[]]>();
  for (const edit of edits) {
    const group = groups.get(edit.group);
    if (group) group.push(edit);
    else groups.set(edit.group, [edit]);
  }
  return [...groups.values()];
}
