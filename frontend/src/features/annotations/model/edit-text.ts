// Edits in words.
import { plural, t } from '@lingui/core/macro';

export interface EditRecord {
  group: string;
  /** number of the edits of the group */
  groupSize: number;
  kind: 'CREATED' | 'CHANGED' | 'DELETED' | 'RESTORED' | 'ACCEPTED' | 'REJECTED' | 'REOPENED' | 'RESOLVED' | 'MOVED' | 'MERGED';
  subject: 'ANNOTATION' | 'RELATION' | 'DOCUMENT_LABEL' | 'COMMENT' | 'THREAD' | 'FIELD_VALUE' | 'DOCUMENT' | 'LABEL' | 'FOLDER' | 'MEMBERSHIP' | 'CELL' | 'CORPUS' | 'FIELD';
  /** of annotations, relations, documents and labels; otherwise empty */
  labelName: string;
  labelBefore: string | null;
  labelAfter: string | null;
  quoteAfter: string | null;
  noteBefore: string | null;
  noteAfter: string | null;
  /** of a field and its values, empty if it was purged; the column of a cell */
  fieldName: string | null;
  /** the value of the field or the cell, the title of the document, the name of the label or the field, the path of the folder, or the title of the corpus */
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

const TEXTS: Partial<Record<EditRecord['subject'], Texts>> = {
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
  THREAD: {
    RESOLVED: () => t`Resolved a thread`,
    REOPENED: () => t`Reopened a thread`,
  },
};

function fieldText({ kind, fieldName, valueAfter }: EditRecord): string {
  const field = fieldName || t`deleted`;
  if (kind === 'ACCEPTED') return t`Accepted the suggested value “${valueAfter ?? ''}” of the field “${field}”`;
  if (kind === 'REJECTED') return t`Rejected the suggested value “${valueAfter ?? ''}” of the field “${field}”`;
  return valueAfter ? t`Set the field “${field}” to “${valueAfter}”` : t`Cleared the field “${field}”`;
}

const FIELD_TEXTS: Texts = {
  CREATED: (field) => t`Created the field “${field}”`,
  DELETED: (field) => t`Moved the field “${field}” to the bin`,
  RESTORED: (field) => t`Restored the field “${field}”`,
};

function definitionText({ kind, fieldName, valueBefore, valueAfter }: EditRecord): string {
  const name = fieldName ?? '';
  const text = FIELD_TEXTS[kind]?.(name);
  if (text) return text;
  return valueAfter === null ? t`Changed the field “${name}”` : t`Renamed the field “${valueBefore ?? ''}” to “${valueAfter}”`;
}

const LABEL_TEXTS: Texts = {
  CREATED: (label) => t`Created the label “${label}”`,
  DELETED: (label) => t`Moved the label “${label}” to the bin`,
  RESTORED: (label) => t`Restored the label “${label}”`,
};

function labelText({ kind, labelName, valueBefore, valueAfter }: EditRecord): string {
  const [before, after] = [valueBefore ?? '', valueAfter ?? ''];
  const text = LABEL_TEXTS[kind]?.(labelName);
  if (text) return text;
  if (kind === 'MERGED') return t`Merged the label “${before}” into “${after}”`;
  return valueAfter === null ? t`Changed the label “${labelName}”` : t`Renamed the label “${before}” to “${after}”`;
}

function membershipText({ kind, valueAfter }: EditRecord): string {
  if (kind === 'CREATED') return t`Added a document to the corpus`;
  if (kind === 'DELETED') return t`Removed a document from the corpus`;
  return valueAfter ? t`Moved a document to “${valueAfter}”` : t`Moved a document out of its folder`;
}

function folderText({ kind, valueBefore, valueAfter }: EditRecord): string {
  const [before, after] = [valueBefore ?? '', valueAfter ?? ''];
  if (kind === 'CREATED') return t`Created the folder “${after}”`;
  if (kind === 'DELETED') return t`Moved the folder “${before}” to the bin`;
  return t`Renamed or moved the folder “${before}” to “${after}”`;
}

const corpusText = ({ valueBefore, valueAfter }: EditRecord): string =>
  valueAfter === null ? t`Changed the description or the settings of the corpus` : t`Renamed the corpus from “${valueBefore ?? ''}” to “${valueAfter}”`;

/** Texts of changes of documents, corpora and extractions. */
const VALUE_TEXTS: Partial<Record<EditRecord['subject'], (edit: EditRecord) => string>> = {
  DOCUMENT: ({ valueBefore, valueAfter }) => t`Renamed the document from “${valueBefore ?? ''}” to “${valueAfter ?? ''}”`,
  FIELD_VALUE: fieldText,
  LABEL: labelText,
  FIELD: definitionText,
  FOLDER: folderText,
  MEMBERSHIP: membershipText,
  CORPUS: corpusText,
  CELL: ({ fieldName }) => t`Changed a cell of the column “${fieldName ?? ''}”`,
};

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

export const editText = (edit: EditRecord): string => VALUE_TEXTS[edit.subject]?.(edit) ?? TEXTS[edit.subject]?.[edit.kind]?.(edit.labelName) ?? changeText(edit);

/** Return the text of a group of edits. */
export function groupText(newest: EditRecord): string {
  const others = newest.groupSize - 1;
  return others === 0 ? editText(newest) : t`${editText(newest)} and ${plural(others, { one: '# other', other: '# others' })}`;
}
