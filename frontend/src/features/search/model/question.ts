// Whether a search is a question, so that an answer to it is shown above the passages.

// of the languages whose documents are searched most: English, German, French, Spanish
const STARTS = new Set(
  [
    'who whom whose what when where which why how is are was were does do did can may must shall should will would',
    'wer wen wem wessen was wann wo welche welcher welches warum wie ist sind darf muss kann',
    'qui quand où quel quelle quels quelles pourquoi comment combien',
    'quién cuándo dónde cuál cuáles cuánto cómo',
  ].flatMap((words) => words.split(' ')),
);

/** A search is a question if it ends with a question mark, or begins with a word that questions begin with and goes on. */
export function isQuestion(text: string): boolean {
  const words = text.trim().toLowerCase().split(/\s+/);
  return text.trim().endsWith('?') || (words.length > 2 && STARTS.has(words[0] ?? ''));
}
