// What people and actions say about a document, as the interface holds it.

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
  /** page it starts on */
  page: number;
  spans: readonly Span[];
  quote: string;
  note: string;
  version: string;
  source: 'HUMAN' | 'ANALYZER' | 'AGENT';
  creator: { username: string; name: string } | null;
  created: string;
  /** true until the server has it */
  pending?: boolean;
}

const firstSpan = (annotation: Annotation): Span => annotation.spans[0] ?? { page: annotation.page, first: 0, last: 0 };

/** Reading order: where it starts, the longer one first. */
export function byPlace(a: Annotation, b: Annotation): number {
  const one = firstSpan(a);
  const other = firstSpan(b);
  return one.page - other.page || one.first - other.first || other.last - one.last;
}

/** Annotations by the pages they touch; one over a page border is on both. */
export function groupByPage(annotations: readonly Annotation[]): ReadonlyMap<number, readonly Annotation[]> {
  const pages = new Map<number, Annotation[]>();
  for (const annotation of annotations.toSorted(byPlace)) {
    for (const page of new Set(annotation.spans.map((span) => span.page))) {
      const list = pages.get(page);
      if (list) list.push(annotation);
      else pages.set(page, [annotation]);
    }
  }
  return pages;
}

/** An annotation that has lost its words is shown in the list, never dropped. */
export const isOrphan = (annotation: Annotation) => annotation.spans.length === 0;

const contains = (span: Span, page: number, token: number) => span.page === page && span.first <= token && token <= span.last;

const length = (annotation: Annotation) => annotation.spans.reduce((sum, span) => sum + span.last - span.first + 1, 0);

/** The one meant by a word: the shortest that covers it, so that what lies inside another can be reached. */
export function annotationAt(annotations: readonly Annotation[], page: number, token: number): Annotation | undefined {
  const covering = annotations.filter((annotation) => annotation.spans.some((span) => contains(span, page, token)));
  return covering.toSorted((a, b) => length(a) - length(b))[0];
}

/** Overlapping annotations get lanes of their own; on a lane nothing overlaps. */
export function assignLanes(annotations: readonly Annotation[], page: number): ReadonlyMap<string, number> {
  const ends: number[] = [];
  const lanes = new Map<string, number>();
  for (const annotation of annotations) {
    const spans = annotation.spans.filter((span) => span.page === page);
    const first = Math.min(...spans.map((span) => span.first));
    const free = ends.findIndex((end) => end < first);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = Math.max(...spans.map((span) => span.last));
    lanes.set(annotation.uuid, lane);
  }
  return lanes;
}
