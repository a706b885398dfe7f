import { codePointLength } from '@/lib/code-points';

export interface Fragment {
  text: string;
  isMatch: boolean;
}

export interface FoundPassage {
  page: number;
  start: number;
  end: number;
  tokensUrl: string;
  fragments: readonly Fragment[];
}

/** Return the ranges of the words of the query in a passage that starts at an offset of the document's text, in code points. */
export function matchRanges(fragments: readonly Fragment[], start: number): (readonly [number, number])[] {
  let at = start;
  return fragments.flatMap(({ text, isMatch }) => {
    const range = [at, at + codePointLength(text)] as const;
    at = range[1];
    return isMatch ? [range] : [];
  });
}
