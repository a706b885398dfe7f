// The rules of the analyzers whose settings are labels with expressions or terms.

export const EXPRESSIONS = 'regular-expressions';
export const DICTIONARY = 'dictionary';

/** A rule as the editor holds it. `text` is an expression, or the terms of a dictionary, one in each line. */
export interface Rule {
  label: string;
  text: string;
  caseSensitive: boolean;
  wholeWords: boolean;
}

interface SavedRule {
  label: string;
  pattern?: string;
  terms?: readonly string[];
  case_sensitive?: boolean;
  whole_words?: boolean;
}

export const NEW_RULE: Rule = { label: '', text: '', caseSensitive: false, wholeWords: false };

export const hasRules = (analyzer: string): boolean => analyzer === EXPRESSIONS || analyzer === DICTIONARY;

const termsOf = (text: string) =>
  text
    .split('\n')
    .map((term) => term.trim())
    .filter((term) => term !== '');

export const isCompleteRule = (analyzer: string, { label, text }: Rule): boolean => label.trim() !== '' && (analyzer === DICTIONARY ? termsOf(text).length > 0 : text !== '');

/** Return the rules in the settings of an action; an empty one if there are none. */
export function rulesOf(settings: unknown): readonly Rule[] {
  const { rules = [] } = (typeof settings === 'string' ? JSON.parse(settings) : {}) as { rules?: readonly SavedRule[] };
  if (rules.length === 0) return [NEW_RULE];
  return rules.map(({ label, pattern, terms, case_sensitive: caseSensitive = false, whole_words: wholeWords = false }) => ({
    label,
    text: pattern ?? (terms ?? []).join('\n'),
    caseSensitive,
    wholeWords,
  }));
}

/** Return the settings of an analyzer with these rules, as JSON. */
export const settingsOf = (analyzer: string, rules: readonly Rule[]): string =>
  JSON.stringify({
    rules: rules.map(({ label, text, caseSensitive, wholeWords }) => ({
      label: label.trim(),
      ...(analyzer === DICTIONARY ? { terms: termsOf(text) } : { pattern: text }),
      case_sensitive: caseSensitive,
      whole_words: wholeWords,
    })),
  });
