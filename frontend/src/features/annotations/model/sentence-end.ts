// Where a sentence ends: the rules of the server (corpuses/search/sentences.py), for words instead of text. A test of the server compares both.

/** The same as on the server. */
const ABBREVIATIONS = new Set(
  `
  al approx art arts bzw ca cf ch cl co corp dept dr ed eds e.g eq est etc fig figs i.e inc jr ltd mr mrs ms no nos nr
  p para pp prof ref resp sec sect sr st u.k u.s viz vol vs z.b
  `
    .trim()
    .split(/\s+/),
);

/** A word with punctuation at its end, which closing marks may follow. */
const STOPPED = /^(.*[.!?…])["”’»)\]]*$/su;
/** Punctuation of scripts that put no space between sentences. */
const UNSPACED_END = /[。！？]$/u;
const LAST_WORD = /(?:^|[\s(“"'])((?:\p{L}\.)*\p{L}+|\p{Nd}{1,3}(?:\.\p{Nd}+)*)\.$/u;
/** Characters that are examined before a full stop. */
const LONGEST_WORD = 24;
/** The dots of a table of contents. */
const LEADER = /^[.…]{4,}$/u;
const LOWER_CASE = /^\p{Lowercase}/u;
const DIGIT = /^\p{Nd}/u;

export const startsLowerCase = (word: string) => LOWER_CASE.test(word);

/** Check for an abbreviation, an initial or a number before a full stop, after which a sentence goes on. */
function isAbbreviated(stopped: string): boolean {
  // Without a full stop the pattern does not match: other punctuation always ends a sentence.
  const word = LAST_WORD.exec(stopped.slice(-LONGEST_WORD))?.[1];
  if (word === undefined) return false;
  return [...word].length === 1 || DIGIT.test(word) || ABBREVIATIONS.has(word.toLowerCase());
}

/** Check whether a word ends a sentence, if another word of the same paragraph follows. */
export function endsSentence(word: string, next: string): boolean {
  if (UNSPACED_END.test(word)) return true;
  if (LEADER.test(word)) return false;
  const stopped = STOPPED.exec(word)?.[1];
  return stopped !== undefined && !startsLowerCase(next) && !isAbbreviated(stopped);
}

/** Check whether the last word of a paragraph has any punctuation that ends a sentence. */
export const hasEndMark = (word: string) => UNSPACED_END.test(word) || (STOPPED.test(word) && !LEADER.test(word));
