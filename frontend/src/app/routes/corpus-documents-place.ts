// The folder, the filters, the order and the saved view of the documents of a corpus, as they are in the URL.
import { getRouteApi } from '@tanstack/react-router';

import type { CorpusDocumentFilter } from '@/features/corpora/api/corpus-documents';
import { corpusOrder, type CorpusOrder } from '@/features/corpora/model/corpus-order';
import { fieldFilter, type FieldFilter } from '@/features/corpora/model/field-filter';
import { facetFilter, type DocumentFacetFilter } from '@/features/documents/model/facet-filter';
import { NEWEST } from '@/features/documents/model/document-order';

const route = getRouteApi('/signed-in/c/$uuid');

export interface Place {
  search: string;
  field: FieldFilter;
  facets: DocumentFacetFilter;
  folder: string | undefined;
  label: string | undefined;
  order: CorpusOrder;
  view: string | undefined;
}

/** Return the parameters of a list in URLs and saved views. */
export const searchOf = ({ search, field, facets, folder, label, order }: Omit<Place, 'view'>) => {
  const sort = corpusOrder(order);
  return { ...(search && { q: search }), ...(folder && { folder }), ...(label && { label }), ...(sort && { sort }), ...facetFilter(facets), ...fieldFilter(field) };
};

export const NO_FILTER = { search: '', label: undefined, field: {}, facets: {} } as const;

/** The folder, the filters, the order and the saved view in the URL, and a function that changes some of them. */
export function usePlace() {
  const { folder, label, sort, view, q: search = '', ...others } = route.useSearch();
  const navigate = route.useNavigate();
  const place: Place = { search, folder, label, order: corpusOrder(sort) ?? NEWEST, view, field: fieldFilter(others), facets: facetFilter(others) };
  const show = (changes: Partial<Place>, replace = true) => {
    const next = { ...place, ...changes };
    void navigate({ search: { ...searchOf(next), ...(next.view && { view: next.view }) }, replace });
  };
  return { ...place, show };
}

/** Return the list of a saved view. */
export const placeOf = (state: Readonly<Record<string, string | undefined>>, view: string | undefined): Place => ({
  search: state['q'] ?? '',
  folder: state['folder'],
  label: state['label'],
  order: corpusOrder(state['sort']) ?? NEWEST,
  field: fieldFilter(state),
  facets: facetFilter(state),
  view,
});

/** The filters in the URL, as the API takes them. */
export const filterOf = ({ search, folder, label, field, facets }: Place): CorpusDocumentFilter => ({ search, folder, label, field, facets });
