// Which annotations of a document are shown, in the panel and on the pages.
import { t } from '@lingui/core/macro';

import { displayName } from '@/lib/users';

import { isSuggestion, isUncertain, type Annotation, type Label } from './annotation';

export interface AnnotationFilter {
  /** names of labels; empty: all labels */
  labels: readonly string[];
  /** show the annotations that have none of these labels, instead of those that have one */
  except: boolean;
  /** key of a maker; empty: all makers */
  maker: string;
  /** words of the quote, the note or the label */
  text: string;
  /** only annotations whose place should be checked */
  uncertain: boolean;
  /** only suggestions that wait for a review */
  suggested: boolean;
}

export const NO_FILTER: AnnotationFilter = { labels: [], except: false, maker: '', text: '', uncertain: false, suggested: false };

export const isFiltered = ({ labels, maker, text, uncertain, suggested }: AnnotationFilter) => uncertain || suggested || labels.length > 0 || maker !== '' || text.trim() !== '';

/** A filter as the URL has it: what differs from `NO_FILTER`. */
export interface FilterInUrl {
  labels?: readonly string[];
  except?: true;
  maker?: string;
  text?: string;
  uncertain?: true;
  suggested?: true;
}

export const filterFromUrl = ({ labels, except, maker, text, uncertain, suggested }: FilterInUrl): AnnotationFilter => ({
  labels: labels ?? [],
  except: except ?? false,
  maker: maker ?? '',
  text: text ?? '',
  uncertain: uncertain ?? false,
  suggested: suggested ?? false,
});

/** Return what the URL has of a filter; undefined for what it does not name. */
export const filterInUrl = ({ labels, except, maker, text, uncertain, suggested }: AnnotationFilter) => ({
  labels: labels.length > 0 ? labels : undefined,
  except: (labels.length > 0 && except) || undefined,
  maker: maker || undefined,
  text: text.trim() || undefined,
  uncertain: uncertain || undefined,
  suggested: suggested || undefined,
});

export interface LabelCount {
  label: Label;
  count: number;
}

/** Return the labels of annotations with their numbers, the most frequent first. */
export function countLabels(annotations: readonly Annotation[]): LabelCount[] {
  const counts = new Map<string, LabelCount>();
  for (const { label } of annotations) {
    const known = counts.get(label.name);
    if (known) known.count += 1;
    else counts.set(label.name, { label, count: 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count || a.label.name.localeCompare(b.label.name));
}

const PROGRAMS = { ANALYZER: t`Analyzers`, AGENT: t`Agents`, EXTRACT: t`Extractions` };

export interface Maker {
  key: string;
  name: string;
}

function makerOf({ source, creator }: Annotation): Maker {
  if (source !== 'HUMAN') return { key: source, name: PROGRAMS[source] };
  return creator ? { key: `@${creator.username}`, name: displayName(creator) } : { key: '@', name: t`Former users` };
}

/** Return who made the annotations: users by name, then programs. */
export function makersOf(annotations: readonly Annotation[]): Maker[] {
  const makers = new Map(annotations.map((annotation) => [makerOf(annotation).key, makerOf(annotation)]));
  const order = ({ key, name }: Maker) => (key.startsWith('@') ? `0${name}` : `1${name}`);
  return [...makers.values()].toSorted((a, b) => order(a).localeCompare(order(b)));
}

const normalized = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

export function filterAnnotations(annotations: readonly Annotation[], filter: AnnotationFilter): readonly Annotation[] {
  if (!isFiltered(filter)) return annotations;
  const { labels, maker, except } = filter;
  const words = normalized(filter.text).split(/\s+/u).filter(Boolean);
  const hasWords = ({ quote, note, label }: Annotation) => words.every((word) => normalized(`${quote} ${note} ${label.name}`).includes(word));
  return annotations.filter(
    (annotation) =>
      (!filter.uncertain || isUncertain(annotation)) && (!filter.suggested || isSuggestion(annotation)) && (labels.length === 0 || labels.includes(annotation.label.name) !== except) && (maker === '' || makerOf(annotation).key === maker) && hasWords(annotation),
  );
}
