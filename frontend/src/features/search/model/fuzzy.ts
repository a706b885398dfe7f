// Fuzzy matching of what was typed with the texts of commands.

const CONSECUTIVE = 3;
const WORD_START = 2;
const ELSEWHERE = -1;

const normalized = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
const isWordStart = (text: string, index: number) => /[\p{L}\p{N}]/u.test(text[index] ?? '') && !/[\p{L}\p{N}]/u.test(text[index - 1] ?? '');

/** Return the best score of a text that has the characters of a word in their order, from the start of one of its words on; null if it has not. */
function wordScore(word: string, text: string): number | null {
  // The best scores of what was matched so far, by the position after it.
  let before = new Map<number, number>();
  for (const [position, character] of [...word].entries()) {
    const after = new Map<number, number>();
    for (let index = 0; index < text.length; index++) {
      if (text[index] !== character) continue;
      const start = isWordStart(text, index);
      const gap = start ? WORD_START : ELSEWHERE;
      const scores = position === 0 ? (start ? [WORD_START] : []) : [...before].filter(([end]) => end <= index).map(([end, score]) => score + (end === index ? CONSECUTIVE : gap));
      if (scores.length > 0) after.set(index + 1, Math.max(...scores));
    }
    before = after;
  }
  return before.size > 0 ? Math.max(...before.values()) : null;
}

/** Return how well a text matches what was typed, of which every word has to match; null if it does not. */
export function fuzzyScore(typed: string, text: string): number | null {
  const target = normalized(text);
  const scores = normalized(typed)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => wordScore(word, target));
  const total = scores.reduce<number | null>((sum, score) => (sum === null || score === null ? null : sum + score), 0);
  return total === null || total < 0 ? null : total;
}
