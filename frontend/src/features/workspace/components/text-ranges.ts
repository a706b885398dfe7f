// The annotations and the matches of a search on a page, as ranges of the document's text.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Annotation, Span } from '@/features/annotations/model/annotation';
import { definitionsOptions } from '@/features/definitions/api/definitions';
import { usesOn, type Use } from '@/features/definitions/model/uses';
import { matchesOptions, type Match } from '@/features/find/api/find-in-document';
import type { Find } from '@/features/find/use-find';
import { tokensOptions } from '@/features/viewer/api/page-tokens';
import type { PageInfo } from '@/features/viewer/model/layout';
import type { TextRange } from '@/features/viewer/model/page-text';
import type { TokenPage } from '@/features/viewer/model/token-page';
import { codePointLength } from '@/lib/code-points';

import { useDocumentContext } from '../document-context';

export interface PageMarks {
  ranges: readonly TextRange[];
  annotations: ReadonlyMap<string, Annotation>;
  matches: ReadonlyMap<string, Match>;
  uses: ReadonlyMap<string, Use>;
}

const NO_MATCHES: readonly Match[] = [];
const NO_USES: readonly Use[] = [];

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

/** Return the uses of defined terms and the cross-references on a page, once its words are loaded. */
function usePageUses(tokens: TokenPage | undefined): readonly Use[] {
  const { document, corpus, definitions } = useDocumentContext();
  const { data: linked } = useQuery({ ...definitionsOptions(corpus.id, document.uuid, definitions?.count ?? 0), enabled: definitions !== undefined });
  return useMemo(() => (definitions && linked && tokens ? usesOn(tokens, linked.terms, linked.crossReferences) : NO_USES), [definitions, linked, tokens]);
}

/** Return what is marked in the text of a page, once its words are loaded. */
export function usePageMarks({ number, tokensUrl }: PageInfo, version: string, { annotations, find: { isOpen, search, current, total } }: MarkOptions): PageMarks {
  const here = useMemo(() => annotations.filter(({ spans }) => on(number, spans).length > 0), [annotations, number]);
  const { definitions } = useDocumentContext();
  const isSearched = isOpen && total > 0;
  const { data: tokens } = useQuery({ ...tokensOptions(tokensUrl, version), enabled: isSearched || here.length > 0 || definitions !== undefined });
  const used = usePageUses(tokens);
  const { data: found = NO_MATCHES } = useQuery({ ...matchesOptions(search, number), enabled: isSearched });
  return useMemo(() => {
    const isLoaded = found.some((match) => match.number === current?.number);
    const shown = isSearched ? (current && !isLoaded ? [...found, current] : found) : NO_MATCHES;
    const matches = new Map(shown.map((match) => [`match-${match.number}`, match]));
    const byKey = new Map(here.map((annotation) => [annotation.uuid, annotation]));
    const places = [...[...byKey].map(([key, { spans }]) => ({ key, spans })), ...[...matches].map(([key, { spans }]) => ({ key, spans }))];
    const ranges = tokens ? places.flatMap(({ key, spans }) => on(number, spans).flatMap((span) => rangeOf(tokens, key, span))) : [];
    const uses = new Map(used.map((use) => [use.key, use]));
    return { ranges: [...ranges, ...used], annotations: byKey, matches, uses };
  }, [here, used, found, current, isSearched, tokens, number]);
}
