// The state of the search page, and the variables of its query.

import type { Scope } from '@/features/documents/model/scope';

export interface SearchFilters {
  q?: string | undefined;
  /** a part of a document: its uuid, and a range of its text */
  like?: string | undefined;
  scope?: Scope | undefined;
  corpus?: string | undefined;
  folder?: string | undefined;
  label?: string | undefined;
  /** a field and its value, as the facet has them */
  field?: string | undefined;
  type?: string | undefined;
  language?: string | undefined;
  month?: string | undefined;
}

export const FILTERS = ['scope', 'corpus', 'folder', 'label', 'field', 'type', 'language', 'month'] as const satisfies readonly (keyof SearchFilters)[];

/** The filter that a value of each facet sets; only lists of documents have facets of state and owner. */
export const FILTER_OF = { CORPUS: 'corpus', FOLDER: 'folder', LABEL: 'label', FIELD: 'field', TYPE: 'type', LANGUAGE: 'language', DATE: 'month', STATE: 'state', OWNER: 'owner' } as const;

export type FacetName = keyof typeof FILTER_OF;

/** The chosen values of facets. */
export type FacetFilters = Partial<Record<(typeof FILTER_OF)[FacetName], string | undefined>>;

/** Return the part of a document in a `like` parameter. */
export function similarSpan(like: string | undefined) {
  const [, uuid, start, end] = /^([^:]+):(\d+)-(\d+)$/.exec(like ?? '') ?? [];
  return uuid === undefined ? null : { uuid, start: Number(start), end: Number(end) };
}

export const likeParameter = (uuid: string, start: number, end: number): string => `${uuid}:${start}-${end}`;

/** Return the first moments of a month, such as 2026-11, and of the next one. */
function monthRange(month: string | undefined) {
  const [year = NaN, number = NaN] = (month ?? '').split('-').map(Number);
  if (Number.isNaN(year) || Number.isNaN(number)) return { after: null, before: null };
  return { after: new Date(Date.UTC(year, number - 1)).toISOString(), before: new Date(Date.UTC(year, number)).toISOString() };
}

/** Return the variables of the query: its words or a part of a document, and the filters. A folder is one of a corpus, so that both are sent or none. */
export function searchVariables({ q, like, ...filters }: SearchFilters) {
  const { uuid: similarToId = null, start = null, end = null } = similarSpan(like) ?? {};
  return { query: q ?? null, similarToId, start, end, ...filterVariables(filters) };
}

function filterVariables({ scope, corpus, folder, label, field, type, language, month }: SearchFilters) {
  return {
    scope: scope ?? null,
    corpusId: corpus ?? null,
    folderId: (corpus && folder) ?? null,
    labelId: label ?? null,
    field: field ?? null,
    type: type ?? null,
    language: language ?? null,
    createdAfter: monthRange(month).after,
    createdBefore: monthRange(month).before,
  };
}
