import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { ErrorNotice } from '@/components/ui/error-notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { DocumentFilter } from '@/features/documents/model/document-filter';

import { documentFacetsOptions } from '../api/document-facets';
import type { FacetFilters } from '../model/filters';
import styles from './document-facets.module.css';
import { Facets } from './facets';

interface DocumentFacetsProps {
  filter: DocumentFilter;
  onFilter: (change: FacetFilters) => void;
}

/** The types, states, languages and owners of all documents, with their numbers, above the list. */
export function DocumentFacets({ filter, onFilter }: DocumentFacetsProps) {
  const facets = useQuery({ ...documentFacetsOptions(filter), placeholderData: keepPreviousData });
  const { state, type, language, owner } = filter;
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
