// The values of documents that facets count, as filters of the documents of a corpus in URLs and saved views.
import { isDocumentState, type DocumentState } from './state';

export interface DocumentFacetFilter {
  state?: DocumentState | undefined;
  type?: string | undefined;
  language?: string | undefined;
  /** uuid */
  owner?: string | undefined;
}

type Search = Partial<Record<keyof DocumentFacetFilter, string | undefined>>;

/** Return the parameters of the facets among those of a URL or a saved view. */
export const facetFilter = ({ state, type, language, owner }: Search): { [K in keyof DocumentFacetFilter]?: Exclude<DocumentFacetFilter[K], undefined> } => ({
  ...(isDocumentState(state) && { state }),
  ...(type && { type }),
  ...(language && { language }),
  ...(owner && { owner }),
});

export const hasFacets = (filter: DocumentFacetFilter): boolean => Object.keys(facetFilter(filter)).length > 0;

/** Return the arguments of the API; they are null without a filter. */
export const facetArguments = ({ state, type, language, owner }: DocumentFacetFilter) =>
  ({ state: state ?? null, type: type ?? null, language: language ?? null, ownerId: owner ?? null });
