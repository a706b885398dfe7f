// Texts of the search: facets, operators, results.
import { count } from '../format';

export const FACET_TEXTS = {
  CORPUS: 'Corpus',
  FOLDER: 'Folder',
  LABEL: 'Label',
  FIELD: 'Field',
  TYPE: 'Type',
  LANGUAGE: 'Language',
  DATE: 'Added in',
} as const;

/** Operators of the query language, with an example of each. */
export const OPERATOR_TEXTS: readonly (readonly [string, string])[] = [
  ['"notice period"', 'These words exactly'],
  ['-draft', 'Without this word'],
  ['label:Rent', 'Documents with an annotation with this label'],
  ['type:pdf', 'Documents of this type'],
  ['in:Leases', 'In this corpus or folder'],
  ['title:mill', 'With this word in the title'],
  ['before:2024-06', 'Added before a date; also after:'],
];

export const GROUP_TEXTS = {
  recent: 'Recent searches',
  places: 'Go to',
  documents: 'Documents',
  corpora: 'Corpora',
  labels: 'Labels',
  annotations: 'Annotations',
} as const;

const language = (code: string): string => {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
};

/** Return the name of a value of a facet. */
export function facetValueText(facet: keyof typeof FACET_TEXTS, name: string): string {
  if (facet === 'LANGUAGE') return language(name);
  if (facet !== 'DATE') return name;
  return new Date(`${name}-01T00:00:00Z`).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Return the position among the matches in a document, such as "3 of 120". */
export function matchText(current: number, total: number, isComplete: boolean): string {
  if (total === 0) return 'No matches';
  return `${(current + 1).toLocaleString('en')} of ${total.toLocaleString('en')}${isComplete ? '' : '+'}`;
}

/** Return the number of documents that match; it may be a lower bound. */
export const foundText = (total: number, isComplete: boolean): string => `${isComplete ? '' : 'At least '}${count(total, 'document')} found`;
