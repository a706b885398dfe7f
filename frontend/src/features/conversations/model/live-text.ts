// The words of answers that are being written, as a stream sends them.

/** by the uuid of the message */
export type LiveTexts = Readonly<Record<string, string>>;

export interface TextEvent {
  message: string;
  /** where the words begin in the answer */
  offset: number;
  text: string;
}

/** Return the texts with new words. Words that were received before, after a reconnection, are not repeated. */
export function withText(texts: LiveTexts, { message, offset, text }: TextEvent): LiveTexts {
  const before = texts[message] ?? '';
  if (offset > before.length) return texts; // a part is missing: the stored answer will have it
  return { ...texts, [message]: before.slice(0, offset) + text };
}

/** Text of a language model for the server: numbers of sources, and words that say that there is no answer, which may not be complete yet. */
const FOR_SERVER = /\s*\[[\d, ]*(?:\]|$)|^\s*(?:NOT FOUND|PROPOSED)\s*$|^(?:N|NO|NOT|NOT F|NOT FO|NOT FOU|NOT FOUN|P|PR|PRO|PROP|PROPO|PROPOS|PROPOSE)$/g;

/** Return the words of an unfinished answer that are for readers. */
export const draftOf = (text: string): string => text.replaceAll(FOR_SERVER, '');
