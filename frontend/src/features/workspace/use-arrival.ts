// Brings what the address points at into view, once the words of its page are there.
import { useEffect, type RefObject } from 'react';

import type { Annotation } from '@/features/annotations/model/annotation';
import type { DocumentWords } from '@/features/annotations/use-words';
import type { PageInfo } from '@/features/viewer/model/layout';
import { rangeRects, tokensWithin } from '@/features/viewer/model/token-page';
import type { StackHandle } from '@/features/viewer/use-scroll';

import { pageOfText } from './text-place';

export interface Hit {
  from: number;
  to: number;
}

interface ArrivalOptions {
  pages: readonly PageInfo[];
  words: DocumentWords;
  hit: Hit | null;
  lit: Annotation | undefined;
  stack: RefObject<StackHandle | null>;
}

async function revealHit(hit: Hit, { pages, words, stack }: ArrivalOptions): Promise<void> {
  const page = pageOfText(pages, hit.from);
  const tokens = page === undefined ? undefined : await words.load(page);
  const range = tokens && tokensWithin(tokens, hit.from, hit.to);
  const [rect] = tokens && range ? rangeRects(tokens, range) : [];
  if (page !== undefined && rect) stack.current?.reveal(page, rect);
}

export async function revealAnnotation({ spans: [span] }: Annotation, { words, stack }: Pick<ArrivalOptions, 'words' | 'stack'>): Promise<void> {
  const tokens = span && (await words.load(span.page));
  const [rect] = tokens ? rangeRects(tokens, span) : [];
  if (span && rect) stack.current?.reveal(span.page, rect);
}

export function useArrival(options: ArrivalOptions): void {
  const { hit, lit, pages, words, stack } = options;
  useEffect(() => {
    if (hit) void revealHit(hit, { hit, lit: undefined, pages, words, stack });
  }, [hit, pages, words, stack]);
  const uuid = lit?.uuid;
  useEffect(() => {
    if (lit) void revealAnnotation(lit, { words, stack });
    // oxlint-disable-next-line react/exhaustive-deps -- a saved annotation is a new object at the same place
  }, [uuid, words, stack]);
}
