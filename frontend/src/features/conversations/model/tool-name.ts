// The calls of tools as texts.
import { t } from '@lingui/core/macro';

import type { ToolCall } from '../api/conversations';

const NAMES: Readonly<Record<string, string>> = {
  list_documents: t`Listed the documents`,
  read_pages: t`Read pages`,
  read_text: t`Read a part of the text`,
  outline: t`Read the outline`,
  look_at_first_page: t`Looked at the first page`,
  list_annotations: t`Listed the annotations`,
  list_cells: t`Listed the cells of extracts`,
  propose_annotation: t`Proposed an annotation`,
  propose_relation: t`Proposed a relation`,
  propose_comment: t`Proposed a comment`,
  propose_cell: t`Proposed the value of a cell`,
};

const pagesText = (first: number, last: number) => (first === last ? t`Read page ${first}` : t`Read pages ${first} to ${last}`);

/** Return what a call of a tool did; the tools of plug-ins have only their names. */
export function toolText({ name, arguments: given }: Pick<ToolCall, 'name' | 'arguments'>): string {
  const { query, words, first, last } = JSON.parse(given) as Record<string, unknown>;
  if (typeof query === 'string') return t`Searched for “${query}”`;
  if (typeof words === 'string') return t`Looked for “${words}”`;
  if (name === 'read_pages' && typeof first === 'number' && typeof last === 'number') return pagesText(first, last);
  return NAMES[name] ?? name;
}
