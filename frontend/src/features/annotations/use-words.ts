// The words of a document by page, from the query cache. Pages that are not in the cache can be loaded.
import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { tokensOptions } from '@/features/viewer/api/page-tokens';
import type { PageInfo } from '@/features/viewer/model/layout';
import { textOf, type TokenPage } from '@/features/viewer/model/token-page';
import { codePointLength } from '@/lib/code-points';

import type { Span } from './model/annotation';
import { partsOf, spansOf, type Selection, type Words } from './model/selection';

/** The same as on the server, between the parts of a quote. */
const GAP = ' … ';

export interface DocumentWords extends Words {
  load: (page: number) => Promise<TokenPage | undefined>;
  optionsOf: (page: number) => ReturnType<typeof tokensOptions>;
}

function createWords(queryClient: QueryClient, pages: readonly PageInfo[], version: string): DocumentWords {
  const optionsOf = (page: number) => tokensOptions(pages[page - 1]?.tokensUrl ?? '', version);
  return {
    pageCount: pages.length,
    countOn: (page) => pages[page - 1]?.tokenCount ?? 0,
    peek: (page) => queryClient.getQueryData<TokenPage>(optionsOf(page).queryKey),
    load: async (page) => (pages[page - 1]?.tokenCount ? queryClient.fetchQuery(optionsOf(page)) : undefined),
    optionsOf,
  };
}

export function useWords(pages: readonly PageInfo[], version: string): DocumentWords {
  const queryClient = useQueryClient();
  return useMemo(() => createWords(queryClient, pages, version), [queryClient, pages, version]);
}

/** Render again when the words of these pages are loaded: what is shown at a word has no position before. */
export function useLoadedWords(words: DocumentWords, pages: readonly (number | undefined)[]): void {
  const numbers = new Set(pages.filter((page) => page !== undefined));
  useQueries({ queries: [...numbers].map((page) => ({ ...words.optionsOf(page), enabled: false })) });
}

/** Return the text of spans, without pages that are not loaded. */
export function quoteOf(spans: readonly Span[], words: Words, gap = GAP): string {
  const textOfSpan = (span: Span) => {
    const page = words.peek(span.page);
    return page ? textOf(page, span, ' ') : '';
  };
  const parts = partsOf(spans, words).map((part) => part.map(textOfSpan).filter(Boolean).join(' '));
  return parts.filter(Boolean).join(gap);
}

export async function fullTextOf(spans: readonly Span[], words: DocumentWords): Promise<string> {
  await Promise.all(spans.map(({ page }) => words.load(page)));
  const textOfSpan = (span: Span) => {
    const page = words.peek(span.page);
    return page ? [textOf(page, span)] : [];
  };
  return partsOf(spans, words)
    .map((part) => part.flatMap(textOfSpan).join('\n'))
    .join(GAP);
}

/** Return the range of the document's text from the first to the last selected word; null if these are not loaded. */
export function textRangeOf(selection: Selection, words: Words): { start: number; end: number } | null {
  const spans = spansOf(selection, words);
  const [from, to] = [spans[0], spans.at(-1)];
  if (!from || !to) return null;
  const [first, last] = [words.peek(from.page), words.peek(to.page)];
  if (!first || !last) return null;
  const end = last.textStart + (last.start[to.last] ?? 0) + codePointLength(last.texts[to.last] ?? '');
  return { start: first.textStart + (first.start[from.first] ?? 0), end };
}
