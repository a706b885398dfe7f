// The filter of the annotations of a document. It ends with the document and the corpus.
import { useMemo, useState } from 'react';

import type { Annotation } from './model/annotation';
import { filterAnnotations, NO_FILTER } from './model/annotation-filter';

/** Return the annotations that are shown on the pages and in the panel. */
export function useAnnotationFilter(annotations: readonly Annotation[]) {
  const [filter, setFilter] = useState(NO_FILTER);
  const shown = useMemo(() => filterAnnotations(annotations, filter), [annotations, filter]);
  return { filter, setFilter, shown };
}

export type FilterState = ReturnType<typeof useAnnotationFilter>;
