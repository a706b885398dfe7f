import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf, type VariablesOf } from '@/graphql/graphql';
import { requestUntil } from '@/lib/graphql-client';

import { chunkOf, type FindOptions } from '../model/find';

const countQuery = graphql(`
  query CountMatches($id: ID!, $query: String!, $matchCase: Boolean, $wholeWords: Boolean, $regex: Boolean) {
    findInDocument(documentId: $id, query: $query, matchCase: $matchCase, wholeWords: $wholeWords, regex: $regex, limit: 1) {
      totalCount
      isComplete
      pages {
        page
        count
      }
    }
  }
`);

const matchQuery = graphql(`
  query FindMatches(
    $id: ID!
    $query: String!
    $matchCase: Boolean
    $wholeWords: Boolean
    $regex: Boolean
    $firstPage: Int
    $lastPage: Int
    $limit: Int
    $offset: Int
  ) {
    findInDocument(
      documentId: $id
      query: $query
      matchCase: $matchCase
      wholeWords: $wholeWords
      regex: $regex
      firstPage: $firstPage
      lastPage: $lastPage
      limit: $limit
      offset: $offset
    ) {
      matches {
        number
        quote
        spans {
          page
          first
          last
        }
      }
      nextOffset
    }
  }
`);

export type Match = ResultOf<typeof matchQuery>['findInDocument']['matches'][number];

/** A search in one revision of a document. */
export interface DocumentSearch extends FindOptions {
  id: string;
  version: string;
  query: string;
}

/** in one answer; those beyond on some pages are reached by their number */
const MOST = 500;
const KEY = 'find';

export const countOptions = ({ version, ...search }: DocumentSearch) =>
  queryOptions({
    queryKey: [KEY, 'count', version, search],
    queryFn: async ({ signal }) => (await requestUntil(signal, countQuery, search)).findInDocument,
    enabled: search.query.trim() !== '',
    staleTime: Infinity,
    retry: false,
  });

const findMatches = async (signal: AbortSignal, search: VariablesOf<typeof matchQuery>) => (await requestUntil(signal, matchQuery, search)).findInDocument;

/** The matches on some pages around this one. */
export const matchesOptions = ({ version, ...search }: DocumentSearch, page: number) => {
  const pages = chunkOf(page);
  return queryOptions({
    queryKey: [KEY, 'pages', version, search, pages.firstPage],
    queryFn: async ({ signal }) => (await findMatches(signal, { ...search, ...pages, limit: MOST })).matches,
    staleTime: Infinity,
    retry: false,
  });
};

export const matchOptions = ({ version, ...search }: DocumentSearch, number: number) =>
  queryOptions({
    queryKey: [KEY, 'match', version, search, number],
    queryFn: async ({ signal }) => (await findMatches(signal, { ...search, limit: 1, offset: number })).matches[0] ?? null,
    staleTime: Infinity,
    retry: false,
  });

/** All matches in the document. */
export const allMatchesOptions = ({ version, ...search }: DocumentSearch) =>
  queryOptions({
    queryKey: [KEY, 'all', version, search],
    queryFn: async ({ signal }) => {
      const all: Match[] = [];
      for (let offset: number | null = 0; offset !== null;) {
        // oxlint-disable-next-line no-await-in-loop -- the offset of the next matches is in the answer
        const { matches, nextOffset } = await findMatches(signal, { ...search, limit: MOST, offset });
        all.push(...matches);
        offset = nextOffset;
      }
      return all;
    },
    retry: false,
  });
