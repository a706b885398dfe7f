// Edits in words.
import { plural, t } from '@lingui/core/macro';

export interface EditRecord {
  group: string;
  kind: 'CREATED' | 'CHANGED' | 'DELETED' | 'RESTORED' | 'ACCEPTED' | 'REJECTED' | 'REOPENED' | 'RESOLVED';
  subject: 'ANNOTATION' | 'RELATION' | 'DOCUMENT_LABEL' | 'COMMENT' | 'THREAD' | 'FIELD_VALUE' | 'DOCUMENT';
  /** empty for comments and threads */
  labelName: string;
  labelBefore: string | null;
  labelAfter: string | null;
  quoteAfter: string | null;
  noteBefore: string | null;
  noteAfter: string | null;
  /** of values of a field; empty if it was deleted */
  fieldName: string | null;
  /** the value of the field, or the title of the document */
  valueBefore: string | null;
  valueAfter: string | null;
}

type Texts = Partial<Record<EditRecord['kind'], (label: string) => string>>;

const ANNOTATION_TEXTS: Texts = {
  CREATED: (label) => t`Added “${label}”`,
  DELETED: (label) => t`Removed “${label}”`,
  RESTORED: (label) => t`Restored “${label}”`,
  ACCEPTED: (label) => t`Accepted the suggestion “${label}”`,
  REJECTED: (label) => t`Rejected the suggestion “${label}”`,
  REOPENED: (label) => t`Reopened the suggestion “${label}”`,
};

const TEXTS: Record<EditRecord['subject'], Texts> = {
  ANNOTATION: ANNOTATION_TEXTS,
  RELATION: {
    CREATED: (label) => t`Added the relation “${label}”`,
    DELETED: (label) => t`Removed the relation “${label}”`,
  },
  DOCUMENT_LABEL: {
    CREATED: (label) => t`Added the label “${label}” to the document`,
    DELETED: (label) => t`Removed the label “${label}” from the document`,
    ACCEPTED: (label) => t`Accepted the suggested label “${label}” of the document`,
    REJECTED: (label) => t`Rejected the suggested label “${label}” of the document`,
  },
  COMMENT: {
    CREATED: () => t`Added a comment`,
    CHANGED: () => t`Changed a comment`,
    DELETED: () => t`Removed a comment`,
    RESTORED: () => t`Restored a comment`,
  },
  FIELD_VALUE: {},
  DOCUMENT: {},
  THREAD: {
    RESOLVED: () => t`Resolved a thread`,
    REOPENED: () => t`Reopened a thread`,
  },
};

/** Return what was changed of a document. */
function valueText({ subject, fieldName, valueBefore, valueAfter }: EditRecord): string {
  if (subject === 'DOCUMENT') return t`Renamed the document from “${valueBefore ?? ''}” to “${valueAfter ?? ''}”`;
  const field = fieldName || t`deleted`;
  return valueAfter ? t`Set the field “${field}” to “${valueAfter}”` : t`Cleared the field “${field}”`;
}

function noteText({ noteBefore, noteAfter, labelName }: EditRecord): string {
  if (!noteBefore) return t`Added a note to “${labelName}”`;
  return noteAfter ? t`Changed the note on “${labelName}”` : t`Removed the note on “${labelName}”`;
}

function changeText(edit: EditRecord): string {
  const parts = [
    ...(edit.labelAfter === null ? [] : [t`Changed the label “${edit.labelBefore ?? t`deleted`}” to “${edit.labelAfter}”`]),
    ...(edit.quoteAfter === null ? [] : [t`Changed the place of “${edit.labelName}”`]),
    ...(edit.noteAfter === null ? [] : [noteText(edit)]),
  ];
  return parts.join('; ') || t`Changed “${edit.labelName}”`;
}

const isValue = ({ subject }: EditRecord) => subject === 'DOCUMENT' || subject === 'FIELD_VALUE';

export const editText = (edit: EditRecord): string => (isValue(edit) ? valueText(edit) : (TEXTS[edit.subject][edit.kind]?.(edit.labelName) ?? changeText(edit)));

/** Return the text of the edits of a group, of which there is at least one. */
export function groupText([first, ...others]: readonly [EditRecord, ...EditRecord[]]): string {
  return others.length === 0 ? editText(first) : t`${editText(first)} and ${plural(others.length, { one: '# other', other: '# others' })}`;
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
