// The filter of the annotations of a document. The URL has it, too, so that a link shows the same.
import { useMemo, useState } from 'react';

import { useReported } from '@/lib/use-reported';

import type { Annotation } from './model/annotation';
import { filterAnnotations, filterFromUrl, filterInUrl, type FilterInUrl } from './model/annotation-filter';

/** Return the annotations that are shown on the pages and in the panel. */
export function useAnnotationFilter(annotations: readonly Annotation[], start: FilterInUrl, onChange: (change: ReturnType<typeof filterInUrl>) => void) {
  const [filter, setFilter] = useState(() => filterFromUrl(start));
  const shown = useMemo(() => filterAnnotations(annotations, filter), [annotations, filter]);
  useReported(filter, (changed) => onChange(filterInUrl(changed)));
  return { filter, setFilter, shown };
}

export type FilterState = ReturnType<typeof useAnnotationFilter>;
