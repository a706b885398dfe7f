// Scrolls to the search hit or annotation in the URL, once the words of its page are loaded.
import { useEffect, type RefObject } from 'react';

import type { Annotation } from '@/features/annotations/model/annotation';
import { rectOf } from '@/features/annotations/model/box';
import type { DocumentWords } from '@/features/annotations/use-words';
import { pageOfText, type PageInfo } from '@/features/viewer/model/layout';
import { rangeRects, tokensWithin } from '@/features/viewer/model/token-page';
import type { StackHandle } from '@/features/viewer/use-scroll';

/** A range of the document's text that a search has found. */
export interface SearchHit {
  from: number;
  to: number;
}

export interface RevealOptions {
  pages: readonly PageInfo[];
  words: DocumentWords;
  stack: RefObject<StackHandle | null>;
}

interface DeepLinkOptions extends RevealOptions {
  hit: SearchHit | null;
  annotation: Annotation | undefined;
}

export async function revealHit(hit: SearchHit, { pages, words, stack }: RevealOptions): Promise<void> {
  const page = pageOfText(pages, hit.from);
  const tokens = page === undefined ? undefined : await words.load(page);
  const range = tokens && tokensWithin(tokens, hit.from, hit.to);
  const [rect] = tokens && range ? rangeRects(tokens, range) : [];
  if (page !== undefined && rect) stack.current?.reveal(page, rect);
}

export async function revealAnnotation({ box, spans: [span] }: Annotation, { words, stack }: Pick<RevealOptions, 'words' | 'stack'>): Promise<void> {
  if (box) return stack.current?.reveal(box.page, rectOf(box));
  const tokens = span && (await words.load(span.page));
  const [rect] = tokens ? rangeRects(tokens, span) : [];
  if (span && rect) stack.current?.reveal(span.page, rect);
}

export function useDeepLink({ hit, annotation, pages, words, stack }: DeepLinkOptions): void {
  useEffect(() => {
    if (hit) void revealHit(hit, { pages, words, stack });
  }, [hit, pages, words, stack]);
  const uuid = annotation?.uuid;
  useEffect(() => {
    if (annotation) void revealAnnotation(annotation, { words, stack });
    // oxlint-disable-next-line react/exhaustive-deps -- a saved annotation is a new object at the same position
  }, [uuid, words, stack]);
}
