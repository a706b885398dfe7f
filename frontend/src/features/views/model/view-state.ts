// The parameters of the address of a list, as a saved view has them.

export type ViewKind = 'DOCUMENTS' | 'CORPUS_DOCUMENTS' | 'ANNOTATIONS';

export type ListState = Readonly<Record<string, string | undefined>>;

/** The parameters of the lists; see `docs/howto/saved-views.md`. */
const PARAMETERS: Record<ViewKind, readonly string[]> = {
  DOCUMENTS: ['q', 'state', 'scope', 'attachments', 'sort'],
  CORPUS_DOCUMENTS: ['folder', 'label', 'sort', 'field', 'is', 'contains', 'from', 'to', 'empty', 'sortField', 'descending'],
  ANNOTATIONS: ['label', 'by', 'creator', 'review', 'words'],
};

/** Return the parameters of a list that have a value. */
export function stateOf(kind: ViewKind, search: object): Record<string, string> {
  const values = new Map(Object.entries(search));
  return Object.fromEntries(PARAMETERS[kind].flatMap((name) => (typeof values.get(name) === 'string' ? [[name, String(values.get(name))]] : [])));
}

/** Return the parameters of a stored query, without those that are not valid any more. */
export function readQuery(kind: ViewKind, json: unknown, invalid: readonly string[]): Record<string, string> {
  const query: unknown = typeof json === 'string' ? JSON.parse(json) : json;
  const state = stateOf(kind, typeof query === 'object' && query !== null ? query : {});
  return Object.fromEntries(Object.entries(state).filter(([name]) => !invalid.includes(name)));
}

export const isSame = (one: ListState, other: ListState) => [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => one[name] === other[name]);
