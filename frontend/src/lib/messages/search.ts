// Texts of the search: facets, operators, results.
import { i18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';

import { formatNumber } from '../format';
import { DOCUMENT_STATE_TEXTS } from './documents';

export const FACET_TEXTS = {
  CORPUS: t`Corpus`,
  FOLDER: t`Folder`,
  LABEL: t`Label`,
  FIELD: t`Field`,
  TYPE: t`Type`,
  LANGUAGE: t`Language`,
  DATE: t`Added in`,
  STATE: t`State`,
  OWNER: t`Owner`,
} as const;

/** Operators of the query language, with an example of each. */
export const OPERATOR_TEXTS: readonly (readonly [string, string])[] = [
  ['"notice period"', t`These words exactly`],
  ['-draft', t`Without this word`],
  ['label:Rent', t`Documents with an annotation with this label`],
  ['type:pdf', t`Documents of this type`],
  ['in:Leases', t`In this corpus or folder`],
  ['title:mill', t`With this word in the title`],
  ['before:2024-06', t`Added before a date; also after:`],
];

export const GROUP_TEXTS = {
  recent: t`Recent searches`,
  places: t`Go to`,
  commands: t`Commands`,
  documents: t`Documents`,
  corpora: t`Corpora`,
  labels: t`Labels`,
  annotations: t`Annotations`,
} as const;

const language = (code: string): string => {
  try {
    return new Intl.DisplayNames([i18n.locale], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
};

/** Return the name of a value of a facet. */
export function facetValueText(facet: keyof typeof FACET_TEXTS, name: string): string {
  if (facet === 'LANGUAGE') return language(name);
  if (facet === 'STATE') return (DOCUMENT_STATE_TEXTS as Readonly<Record<string, string>>)[name.toUpperCase()] ?? name;
  if (facet !== 'DATE') return name;
  return new Date(`${name}-01T00:00:00Z`).toLocaleDateString(i18n.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Return the position among the matches in a document, such as "3 of 120". */
export function matchText(current: number, total: number, isComplete: boolean): string {
  if (total === 0) return t`No matches`;
  const number = formatNumber(current + 1);
  const all = isComplete ? formatNumber(total) : `${formatNumber(total)}+`;
  return t`${number} of ${all}`;
}

/** Return the number of documents that match; it may be a lower bound. */
export const foundText = (total: number, isComplete: boolean): string => 
  isComplete
    ? plural(total, { one: '# document found', other: '# documents found' })
    : plural(total, { one: 'At least # document found', other: 'At least # documents found' });
