// Parts of documents that are compared, and how similar they are.
import { i18n } from '@lingui/core';

/** A part of the text of a document. */
export interface Passage {
  uuid: string;
  start: number;
  end: number;
}

/** Write the parts of two documents into the address of their comparison; nothing for whole documents. */
export const partsParameter = (old: Omit<Passage, 'uuid'>, latest: Omit<Passage, 'uuid'>): string | undefined =>
  old.end === 0 ? undefined : `${old.start}-${old.end}:${latest.start}-${latest.end}`;

const percent = new Intl.NumberFormat(i18n.locale, { style: 'percent' });

/** Write a similarity; one that is rounded up to 100 % is not the same text. */
export const formatSimilarity = (similarity: number): string => percent.format(similarity < 1 ? Math.min(similarity, 0.99) : 1);
