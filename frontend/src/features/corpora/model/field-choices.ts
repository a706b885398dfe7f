// The choices of a field while they are edited.
import type { DocumentField, FieldType } from '../api/fields';

export interface EditedChoice {
  key: number;
  /** its stored name; none of a new one */
  choice?: string;
  name: string;
}

interface ChoiceChanges {
  choices: string[];
  renamedChoices: { choice: DocumentField['choices'][number]; name: string }[];
}

export const hasChoices = (type: FieldType) => type === 'ENUM' || type === 'LIST';

/** The names in their new order, and those that are stored under another one. */
export function changedChoices(edited: readonly EditedChoice[]): ChoiceChanges {
  const named = edited.map((each) => ({ ...each, name: each.name.trim() })).filter(({ name }) => name !== '');
  const renamedChoices = named.flatMap(({ choice, name }) => (choice === undefined || choice === name ? [] : [{ choice, name }]));
  return { choices: named.map(({ name }) => name), renamedChoices };
}

/** The choices, with one of them a place further to the front. */
export function movedUp(edited: readonly EditedChoice[], index: number): EditedChoice[] {
  const moved = edited[index];
  if (!moved || index === 0) return [...edited];
  const others = edited.filter((each) => each !== moved);
  return [...others.slice(0, index - 1), moved, ...others.slice(index - 1)];
}
