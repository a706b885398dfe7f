// The words of a document by page, from the query cache. Pages that are not in the cache can be loaded.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { tokensOptions } from '@/features/viewer/api/page-tokens';
import type { PageInfo } from '@/features/viewer/model/layout';
import { textOf, type TokenPage } from '@/features/viewer/model/token-page';
import { codePointLength } from '@/lib/code-points';

import type { Span } from './model/annotation';
import { ordered, type Selection, type Words } from './model/selection';

export interface DocumentWords extends Words {
  load: (page: number) => Promise<TokenPage | undefined>;
}

function createWords(queryClient: QueryClient, pages: readonly PageInfo[], version: string): DocumentWords {
  const optionsOf = (page: number) => tokensOptions(pages[page - 1]?.tokensUrl ?? '', version);
  return {
    pageCount: pages.length,
    countOn: (page) => pages[page - 1]?.tokenCount ?? 0,
    peek: (page) => queryClient.getQueryData<TokenPage>(optionsOf(page).queryKey),
    load: async (page) => (pages[page - 1]?.tokenCount ? queryClient.fetchQuery(optionsOf(page)) : undefined),
  };
}

export function useWords(pages: readonly PageInfo[], version: string): DocumentWords {
  const queryClient = useQueryClient();
  return useMemo(() => createWords(queryClient, pages, version), [queryClient, pages, version]);
}

/** Return the text of spans, without pages that are not loaded. */
export function quoteOf(spans: readonly Span[], words: Words): string {
  const parts = spans.map((span) => {
    const page = words.peek(span.page);
    return page ? textOf(page, span, ' ') : '';
  });
  return parts.filter(Boolean).join(' ');
}

export async function fullTextOf(spans: readonly Span[], words: DocumentWords): Promise<string> {
  const pages = await Promise.all(spans.map(async (span) => ({ span, page: await words.load(span.page) })));
  return pages.flatMap(({ span, page }) => (page ? [textOf(page, span)] : [])).join('\n');
}

/** Return the range of the document's text that is selected; null if its words are not loaded. */
export function textRangeOf(selection: Selection, words: Words): { start: number; end: number } | null {
  const [from, to] = ordered(selection);
  const [first, last] = [words.peek(from.page), words.peek(to.page)];
  if (!first || !last) return null;
  const end = last.textStart + (last.start[to.token] ?? 0) + codePointLength(last.texts[to.token] ?? '');
  return { start: first.textStart + (first.start[from.token] ?? 0), end };
}
