// The annotations and the matches of a search on a page, as ranges of the document's text.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Annotation, Span } from '@/features/annotations/model/annotation';
import { matchesOptions, type Match } from '@/features/find/api/find-in-document';
import type { Find } from '@/features/find/use-find';
import { tokensOptions } from '@/features/viewer/api/page-tokens';
import type { PageInfo } from '@/features/viewer/model/layout';
import type { TextRange } from '@/features/viewer/model/page-text';
import type { TokenPage } from '@/features/viewer/model/token-page';
import { codePointLength } from '@/lib/code-points';

export interface PageMarks {
  ranges: readonly TextRange[];
  annotations: ReadonlyMap<string, Annotation>;
  matches: ReadonlyMap<string, Match>;
}

const NO_MATCHES: readonly Match[] = [];

function rangeOf(tokens: TokenPage, key: string, { first, last }: Span): TextRange[] {
  const [start, lastStart] = [tokens.start[first], tokens.start[last]];
  if (start === undefined || lastStart === undefined) return [];
  return [{ key, start: tokens.textStart + start, end: tokens.textStart + lastStart + codePointLength(tokens.texts[last] ?? '') }];
}

const on = (page: number, spans: readonly Span[]) => spans.filter((span) => span.page === page);

export interface MarkOptions {
  annotations: readonly Annotation[];
  find: Find;
}

/** Return what is marked in the text of a page, once its words are loaded. */
export function usePageMarks({ number, tokensUrl }: PageInfo, version: string, { annotations, find: { isOpen, search, current, total } }: MarkOptions): PageMarks {
  const here = useMemo(() => annotations.filter(({ spans }) => on(number, spans).length > 0), [annotations, number]);
  const isSearched = isOpen && total > 0;
  const { data: tokens } = useQuery({ ...tokensOptions(tokensUrl, version), enabled: isSearched || here.length > 0 });
  const { data: found = NO_MATCHES } = useQuery({ ...matchesOptions(search, number), enabled: isSearched });
  return useMemo(() => {
    const isLoaded = found.some((match) => match.number === current?.number);
    const shown = isSearched ? (current && !isLoaded ? [...found, current] : found) : NO_MATCHES;
    const matches = new Map(shown.map((match) => [`match-${match.number}`, match]));
    const byKey = new Map(here.map((annotation) => [annotation.uuid, annotation]));
    const places = [...[...byKey].map(([key, { spans }]) => ({ key, spans })), ...[...matches].map(([key, { spans }]) => ({ key, spans }))];
    const ranges = tokens ? places.flatMap(({ key, spans }) => on(number, spans).flatMap((span) => rangeOf(tokens, key, span))) : [];
    return { ranges, annotations: byKey, matches };
  }, [here, found, current, isSearched, tokens, number]);
}
