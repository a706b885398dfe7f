// Splits a passage at the words of the query. The result is data, not HTML, because the text is untrusted.

export interface Part {
  at: number;
  text: string;
  strong: boolean;
}

const MIN_LENGTH = 3;

/** Stop words: they occur in every passage. */
const COMMON = new Set(
  'about after all and any are before been but can could does for from had has have her his how into its may not off one other our out over shall should some than that the their them then there these they this those under upon was were what when where which who whom whose why will with would you your'.split(
    ' ',
  ),
);

const escaped = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function pattern(query: string): RegExp | null {
  const words = query.match(/[\p{L}\p{N}]+/gu)?.filter((word) => word.length >= MIN_LENGTH && !COMMON.has(word.toLowerCase())) ?? [];
  if (words.length === 0) return null;
  const longestFirst = words.toSorted((a, b) => b.length - a.length).map(escaped);
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${longestFirst.join('|')})(?![\p{L}\p{N}])`, 'giu');
}

export function emphasise(passage: string, query: string): Part[] {
  const words = pattern(query);
  if (!words) return [{ at: 0, text: passage, strong: false }];
  const parts: Part[] = [];
  let done = 0;
  for (const match of passage.matchAll(words)) {
    if (match.index > done) parts.push({ at: done, text: passage.slice(done, match.index), strong: false });
    parts.push({ at: match.index, text: match[0], strong: true });
    done = match.index + match[0].length;
  }
  if (done < passage.length) parts.push({ at: done, text: passage.slice(done), strong: false });
  return parts;
}
