// The filter of the annotations of a document. The URL has it, too, so that a link shows the same.
import { useMemo, useState } from 'react';

import { useInUrl } from '@/lib/use-in-url';

import type { Annotation } from './model/annotation';
import { filterAnnotations, filterFromUrl, filterInUrl, type FilterInUrl } from './model/annotation-filter';

/** Return the annotations that are shown on the pages and in the panel. */
export function useAnnotationFilter(annotations: readonly Annotation[], inUrl: FilterInUrl, onChange: (change: ReturnType<typeof filterInUrl>) => void) {
  const [filter, setFilter] = useState(() => filterFromUrl(inUrl));
  const shown = useMemo(() => filterAnnotations(annotations, filter), [annotations, filter]);
  useInUrl({ value: filterInUrl(filter), inUrl: filterInUrl(filterFromUrl(inUrl)), report: onChange, apply: () => setFilter(filterFromUrl(inUrl)) });
  return { filter, setFilter, shown };
}

export type FilterState = ReturnType<typeof useAnnotationFilter>;
