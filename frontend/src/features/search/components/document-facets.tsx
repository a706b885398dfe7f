import { t } from '@lingui/core/macro';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';

import { ErrorNotice } from '@/components/ui/error-notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { variablesOf, type DocumentFilter } from '@/features/documents/model/document-filter';
import type { DocumentFacetFilter } from '@/features/documents/model/facet-filter';
import { graphql, type VariablesOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

import type { FacetFilters } from '../model/filters';
import styles from './document-facets.module.css';
import { Facets } from './facets';

const documentFacetsQuery = graphql(`
  query DocumentFacets($search: String, $state: DocumentState, $scope: Scope, $isAttachment: Boolean, $type: String, $language: String, $ownerId: ID, $corpusId: ID, $folderId: ID, $subfolders: Boolean, $documentLabelId: ID, $fieldId: ID, $fieldEquals: String, $fieldContains: String, $fieldFrom: String, $fieldTo: String, $fieldEmpty: Boolean) {
    documentFacets(search: $search, state: $state, scope: $scope, isAttachment: $isAttachment, type: $type, language: $language, ownerId: $ownerId, corpusId: $corpusId, folderId: $folderId, subfolders: $subfolders, documentLabelId: $documentLabelId, fieldId: $fieldId, fieldEquals: $fieldEquals, fieldContains: $fieldContains, fieldFrom: $fieldFrom, fieldTo: $fieldTo, fieldEmpty: $fieldEmpty) {
      facet
      name
      values {
        value
        name
        count
      }
    }
  }
`);

type FacetVariables = VariablesOf<typeof documentFacetsQuery>;

/** The facets of the list of all documents. They are read again with the list, when documents change. */
const documentFacetsOptions = (filter: DocumentFilter) => facetsOptions(['documents', 'facets'], variablesOf(filter));

/** The facets of the list of the documents of a corpus. */
const corpusFacetsOptions = (corpusId: string, variables: FacetVariables) => facetsOptions(['corpus-documents', corpusId, 'facets'], variables);

const facetsOptions = (key: readonly string[], variables: FacetVariables) =>
  queryOptions({ queryKey: [...key, variables], queryFn: async () => (await request(documentFacetsQuery, variables)).documentFacets });

interface FacetsPanelProps {
  options: ReturnType<typeof documentFacetsOptions>;
  chosen: DocumentFacetFilter;
  onFilter: (change: FacetFilters) => void;
}

/** The types, states, languages and owners of documents, with their numbers, above their list. It has its height before they are loaded. */
function FacetsPanel({ options, chosen: { state, type, language, owner }, onFilter }: FacetsPanelProps) {
  const facets = useQuery({ ...options, placeholderData: keepPreviousData });
  // The API has states as names of an enumeration in filters, and in lower case as values.
  const chosen = { state: state?.toLowerCase(), type, language, owner };
  const choose = (change: FacetFilters) => onFilter('state' in change ? { ...change, state: change.state?.toUpperCase() } : change);
  return (
    <div className={styles['panel']} aria-busy={facets.isPlaceholderData}>
      {facets.isPending && <SkeletonRows rows={3} label={t`Loading the filters`} />}
      {facets.isError && <ErrorNotice title={t`The filters could not be loaded`} error={facets.error} onRetry={() => void facets.refetch()} />}
      {facets.data && <Facets facets={facets.data} filters={chosen} onFilter={choose} />}
    </div>
  );
}

/** The facets of the list of all documents. */
export const DocumentFacets = ({ filter, onFilter }: { filter: DocumentFilter; onFilter: (change: FacetFilters) => void }) => (
  <FacetsPanel options={documentFacetsOptions(filter)} chosen={filter} onFilter={onFilter} />
);

interface CorpusFacetsProps extends Omit<FacetsPanelProps, 'options'> {
  corpusId: string;
  variables: FacetVariables;
}

/** The facets of the list of the documents of a corpus. */
export const CorpusFacets = ({ corpusId, variables, ...panel }: CorpusFacetsProps) => <FacetsPanel options={corpusFacetsOptions(corpusId, variables)} {...panel} />;
