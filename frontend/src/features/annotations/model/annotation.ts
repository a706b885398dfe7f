// Annotations of a document.

export interface Label {
  id: string;
  name: string;
  color: string;
}

export interface Span {
  page: number;
  first: number;
  last: number;
}

export interface Annotation {
  uuid: string;
  label: Label;
  /** the page where it starts */
  page: number;
  spans: readonly Span[];
  quote: string;
  note: string;
  version: string;
  source: 'HUMAN' | 'ANALYZER' | 'AGENT';
  creator: { username: string; name: string } | null;
  created: string;
  /** true until the server has saved it */
  pending?: boolean;
}

const firstSpan = (annotation: Annotation): Span => annotation.spans[0] ?? { page: annotation.page, first: 0, last: 0 };

/** Compare annotations by reading order: by where they start, longer ones first. */
export function byPosition(a: Annotation, b: Annotation): number {
  const one = firstSpan(a);
  const other = firstSpan(b);
  return one.page - other.page || one.first - other.first || other.last - one.last;
}

/** Return the annotations by page. An annotation over a page break is on both pages. */
export function groupByPage(annotations: readonly Annotation[]): ReadonlyMap<number, readonly Annotation[]> {
  const pages = new Map<number, Annotation[]>();
  for (const annotation of annotations.toSorted(byPosition)) {
    for (const page of new Set(annotation.spans.map((span) => span.page))) {
      const list = pages.get(page);
      if (list) list.push(annotation);
      else pages.set(page, [annotation]);
    }
  }
  return pages;
}

/** Check whether an annotation has lost its words. It stays in the list of annotations. */
export const isOrphan = (annotation: Annotation) => annotation.spans.length === 0;

const contains = (span: Span, page: number, token: number) => span.page === page && span.first <= token && token <= span.last;

const length = (annotation: Annotation) => annotation.spans.reduce((sum, span) => sum + span.last - span.first + 1, 0);

/** Return the shortest annotation that covers a word: annotations inside others can be selected, too. */
export function annotationAt(annotations: readonly Annotation[], page: number, token: number): Annotation | undefined {
  const covering = annotations.filter((annotation) => annotation.spans.some((span) => contains(span, page, token)));
  return covering.toSorted((a, b) => length(a) - length(b))[0];
}

/** Return the row of the underline of each annotation. Annotations in one row do not overlap. */
export function assignRows(annotations: readonly Annotation[], page: number): ReadonlyMap<string, number> {
  const ends: number[] = [];
  const rows = new Map<string, number>();
  for (const annotation of annotations) {
    const spans = annotation.spans.filter((span) => span.page === page);
    const first = Math.min(...spans.map((span) => span.first));
    const free = ends.findIndex((end) => end < first);
    const row = free < 0 ? ends.length : free;
    ends[row] = Math.max(...spans.map((span) => span.last));
    rows.set(annotation.uuid, row);
  }
  return rows;
}
