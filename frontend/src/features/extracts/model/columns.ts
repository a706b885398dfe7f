// Columns in the editor of a fieldset.
import { t } from '@lingui/core/macro';

import type { ColumnDraft } from '../api/fieldsets';

export const TYPES: readonly { type: string; label: string }[] = [
  { type: 'string', label: t`Text` },
  { type: 'date', label: t`Date` },
  { type: 'money', label: t`Money` },
  { type: 'number', label: t`Number` },
  { type: 'integer', label: t`Whole number` },
  { type: 'boolean', label: t`Yes or no` },
  { type: 'duration', label: t`Duration` },
  { type: 'enum', label: t`One of…` },
  { type: 'list', label: t`List` },
  { type: 'object', label: t`Object (JSON Schema)` },
];

/** Types of the values of a list. */
export const ITEM_TYPES = TYPES.filter(({ type }) => type !== 'list' && type !== 'object');

/** A column in the editor. `key` stays the same while it is moved and changed. */
export interface EditedColumn extends ColumnDraft {
  key: number;
  /** as typed: choices separated by commas, or a JSON Schema */
  detail: string;
  /** false: left out of the fieldset */
  isUsed: boolean;
  /** its fields are shown */
  isOpen: boolean;
}

let nextKey = 1;

const detailOf = ({ type, items, choices, schema }: ColumnDraft): string => {
  if (type === 'object') return schema ? JSON.stringify(schema, null, 2) : '';
  return type === 'enum' || items === 'enum' ? (choices ?? []).join(', ') : '';
};

export const edited = (column: ColumnDraft): EditedColumn => ({ ...column, key: nextKey++, detail: detailOf(column), isUsed: true, isOpen: false });

export const newColumn = (): EditedColumn => ({ ...edited({ name: '', question: '', type: 'string' }), isOpen: true });

export const typeLabel = (type: string): string => TYPES.find((each) => each.type === type)?.label ?? type;

export const usedColumns = (columns: readonly EditedColumn[]) => columns.filter(({ isUsed }) => isUsed);

const DEFAULT_SCHEMA = { type: 'object' };

function parsedSchema(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text || JSON.stringify(DEFAULT_SCHEMA));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

export const hasChoices = ({ type, items }: Pick<ColumnDraft, 'type' | 'items'>) => type === 'enum' || (type === 'list' && items === 'enum');

/** Return what is missing in a column, or an empty text. */
export function columnProblem(column: EditedColumn): string {
  if (column.name.trim() === '') return t`Enter a name.`;
  if (column.question.trim() === '') return t`Enter a question.`;
  if (hasChoices(column) && column.detail.trim() === '') return t`Enter the choices, separated by commas.`;
  if (column.type === 'object' && parsedSchema(column.detail) === null) return t`This is not a JSON object.`;
  return '';
}

/** Return the column as it is sent. Columns of a ready-made fieldset have no id, and are sent without one. */
export function draftOf({ id, name, question, instructions, type, items, detail }: EditedColumn): ColumnDraft {
  return {
    ...(id && { id }),
    name: name.trim(),
    question: question.trim(),
    ...(instructions && { instructions }),
    type,
    ...(type === 'list' && { items: items ?? 'string' }),
    ...(hasChoices({ type, items: items ?? null }) && { choices: detail.split(',').map((choice) => choice.trim()).filter(Boolean) }),
    ...(type === 'object' && { schema: parsedSchema(detail) ?? DEFAULT_SCHEMA }),
  };
}

/** Return a name that is not taken: "Leases", "Leases (2)"… */
export function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number++) {
    const candidate = `${name} (${number})`;
    if (!taken.includes(candidate)) return candidate;
  }
}
