import type { CopyPart } from '../api/copy-corpus';

const NEEDED_FOR_ANNOTATIONS: readonly CopyPart[] = ['DOCUMENTS', 'LABELS'];

/** Return the chosen parts after one was switched on or off. Annotations are copied together with documents and labels. */
export function switchPart(chosen: readonly CopyPart[], part: CopyPart, on: boolean): CopyPart[] {
  if (!on) return chosen.filter((each) => each !== part && (each !== 'ANNOTATIONS' || !NEEDED_FOR_ANNOTATIONS.includes(part)));
  return [...new Set([...chosen, part, ...(part === 'ANNOTATIONS' ? NEEDED_FOR_ANNOTATIONS : [])])];
}
