import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { formatNumber } from '@/lib/format';
import { FACET_TEXTS, facetValueText } from '@/lib/messages/search';

import type { Facet } from '../api/search';
import { FILTER_OF, type FacetFilters } from '../model/filters';
import styles from './search.module.css';

interface FacetsProps {
  facets: readonly Facet[];
  filters: FacetFilters;
  onFilter: (change: FacetFilters) => void;
}

/** The values of the documents with their counts. A value that is chosen again is removed. */
export function Facets({ facets, filters, onFilter }: FacetsProps) {
  // On a phone, the results come first.
  const [isOpen] = useState(() => !matchMedia('(max-width: 640px)').matches);
  const shown = facets.filter(({ facet }) => facet !== 'FOLDER' || filters.corpus);
  return (
    <div className={styles['facets']} role="group" aria-label={t`Filters`}>
      {shown.map(({ facet, name: field, values }) => (
        <details key={`${facet}-${field}`} open={isOpen}>
          <summary>{field || FACET_TEXTS[facet]}</summary>
          <ul>
            {values.map(({ value, name, count }) => {
              const filter = FILTER_OF[facet];
              const pressed = filters[filter] === value;
              return (
                <li key={value}>
                  <button type="button" aria-pressed={pressed} className={styles['value']} onClick={() => onFilter({ [filter]: pressed ? undefined : value })}>
                    <span className="truncate">{facetValueText(facet, name)}</span>
                    <span className="muted">{formatNumber(count)}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        </details>
      ))}
    </div>
  );
}
