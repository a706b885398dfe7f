// Formatting of numbers, sizes and languages.
import { t } from '@lingui/core/macro';
import { i18n } from '@lingui/core';

const numbers = new Intl.NumberFormat(i18n.locale);

/** Format a number; `digits`: the digits after the decimal point, none of an integer if it is left out. */
export const formatNumber = (value: number, digits?: number): string =>
  digits === undefined ? numbers.format(value) : value.toLocaleString(i18n.locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });

const STEPS = ['B', 'kB', 'MB', 'GB'];

export function fileSize(bytes: number): string {
  let value = bytes;
  let step = 0;
  while (value >= 1000 && step < STEPS.length - 1) {
    value /= 1000;
    step += 1;
  }
  return `${step === 0 || value >= 100 ? Math.round(value) : formatNumber(value, 1)} ${STEPS[step]}`;
}

const MAX_QUOTED = 60;

/** Write a label inside a sentence: in English without a capital; German nouns keep theirs. */
export const inSentence = (label: string): string => (i18n.locale === 'en' ? label.replace(/^\p{Lu}(?=\p{Ll})/u, (character) => character.toLowerCase()) : label);

/** Quote a title in a message, shortened if it is long. */
export function quoted(title: string): string {
  const characters = [...title];
  const shown = characters.length > MAX_QUOTED ? `${characters.slice(0, MAX_QUOTED).join('').trimEnd()}…` : title;
  return t`“${shown}”`;
}

const languages = new Intl.DisplayNames([i18n.locale], { type: 'language', fallback: 'code' });

/** Return the name of a language tag, in the language of the page: "de" -> "German". Unknown tags are returned unchanged. */
export function languageName(tag: string): string {
  try {
    return tag ? (languages.of(tag) ?? tag) : '';
  } catch {
    return tag;
  }
}
