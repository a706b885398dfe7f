// Annotations of a document.
import { t } from '@lingui/core/macro';

import { uuidv7 } from '@/lib/uuid';

import type { AnnotationSource } from './annotation-source';
import { areaOf, containsPoint, type PageBox, type PagePoint } from './box';

export interface Label {
  id: string;
  name: string;
  /** the names of the labels above it and its own; absent until the server has created it */
  path?: string;
  color: string;
}

export interface Span {
  page: number;
  first: number;
  last: number;
}

export type Review = 'PENDING' | 'ACCEPTED' | 'REJECTED';

export interface Annotation {
  uuid: string;
  label: Label;
  /** the page where it starts */
  page: number;
  spans: readonly Span[];
  /** a rectangle instead of words; `spans` and `quote` are then of the words inside it, if there are any */
  box: PageBox | null;
  quote: string;
  note: string;
  version: string;
  /** of its place: less than 1 if it was moved to another version of the document, 0 if it was not found there */
  confidence: number;
  /** of suggestions, if the program has one: the probability that the label is right */
  score?: number | null;
  source: AnnotationSource;
  /** of suggestions, which are the annotations by programs; null for those by users */
  review: Review | null;
  /** who accepted it, and when; absent until the server has saved it */
  reviewer?: { username: string; name: string } | null;
  reviewed?: string | null;
  creator: { username: string; name: string } | null;
  created: string;
  /** absent until the server has saved it */
  modified?: string;
  /** true until the server has saved it */
  pending?: boolean;
}

/** Return an annotation that the server does not know yet; null without words and without a box. */
export function newAnnotation(values: Pick<Annotation, 'label' | 'spans' | 'quote' | 'creator' | 'box'>): Annotation | null {
  const page = values.box?.page ?? values.spans[0]?.page;
  if (page === undefined) return null;
  return { ...values, uuid: uuidv7(), page, note: '', version: '', confidence: 1, source: 'HUMAN', review: null, created: new Date().toISOString(), pending: true };
}

const firstSpan = (annotation: Annotation): Span => annotation.spans[0] ?? { page: annotation.page, first: 0, last: 0 };

/** Compare annotations by reading order: by where they start, longer ones first. */
export function byPosition(a: Annotation, b: Annotation): number {
  const one = firstSpan(a);
  const other = firstSpan(b);
  return one.page - other.page || one.first - other.first || other.last - one.last;
}

/** Check whether an annotation waits to be accepted or rejected. */
export const isSuggestion = ({ review }: Pick<Annotation, 'review'>) => review === 'PENDING';

/** Return the next suggestion in reading order, after the last one the first; undefined if there is no other. */
export function nextSuggestion(annotations: readonly Annotation[], after: Annotation | undefined): Annotation | undefined {
  const others = annotations.filter((each) => isSuggestion(each) && each.uuid !== after?.uuid).toSorted(byPosition);
  return (after && others.find((each) => byPosition(each, after) >= 0)) ?? others[0];
}

/** Return the annotations by page. An annotation over a page break is on both pages. */
export function groupByPage(annotations: readonly Annotation[]): ReadonlyMap<number, readonly Annotation[]> {
  const pages = new Map<number, Annotation[]>();
  for (const annotation of annotations.toSorted(byPosition)) {
    for (const page of new Set(annotation.box ? [annotation.page] : annotation.spans.map((span) => span.page))) {
      const list = pages.get(page);
      if (list) list.push(annotation);
      else pages.set(page, [annotation]);
    }
  }
  return pages;
}

/** Check whether an annotation has lost its words. It stays in the list of annotations. */
export const isOrphan = (annotation: Annotation) => annotation.spans.length === 0 && !annotation.box;

/** Return what an annotation is listed by: its words, or the page of its box. */
export const titleOf = ({ quote, page }: Pick<Annotation, 'quote' | 'page'>) => quote || t`Box on page ${page}`;

/** Check whether a user should look at the place of an annotation. */
export const isUncertain = ({ confidence }: Annotation) => confidence < 1;

/** Check whether a word is one of a span. */
export const contains = (span: Span, page: number, token: number) => span.page === page && span.first <= token && token <= span.last;

const length = (annotation: Annotation) => annotation.spans.reduce((sum, span) => sum + span.last - span.first + 1, 0);

const isSameSpan = (one: Span, other: Span | undefined) => one.page === other?.page && one.first === other.first && one.last === other.last;

export const isSamePassage = (one: readonly Span[], other: readonly Span[]) => one.length === other.length && one.every((span, index) => isSameSpan(span, other[index]));

/** Check whether an annotation covers a word. */
export const covers = (annotation: Annotation, page: number, token: number) => annotation.spans.some((span) => contains(span, page, token));

/** Return the annotations that cover a word, the shortest first. */
export const annotationsAt = (annotations: readonly Annotation[], page: number, token: number): Annotation[] =>
  annotations.filter((annotation) => covers(annotation, page, token)).toSorted((a, b) => length(a) - length(b));

/** Return the shortest annotation that covers a word: annotations inside others can be selected, too. */
export const annotationAt = (annotations: readonly Annotation[], page: number, token: number): Annotation | undefined =>
  annotationsAt(annotations, page, token)[0];

/** Return the boxes at a point, the smallest first. */
export const boxesAt = (annotations: readonly Annotation[], point: PagePoint): Annotation[] =>
  annotations
    .flatMap((annotation) => (annotation.box && containsPoint(annotation.box, point) ? [{ annotation, area: areaOf(annotation.box) }] : []))
    .toSorted((a, b) => a.area - b.area)
    .map(({ annotation }) => annotation);
