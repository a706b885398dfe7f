import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
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

/** of some pages; what is beyond is reached by its number */
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

/** The matches on some pages around this one. */
export const matchesOptions = ({ version, ...search }: DocumentSearch, page: number) => {
  const pages = chunkOf(page);
  return queryOptions({
    queryKey: [KEY, 'pages', version, search, pages.firstPage],
    queryFn: async ({ signal }) => (await requestUntil(signal, matchQuery, { ...search, ...pages, limit: MOST })).findInDocument.matches,
    staleTime: Infinity,
    retry: false,
  });
};

export const matchOptions = ({ version, ...search }: DocumentSearch, number: number) =>
  queryOptions({
    queryKey: [KEY, 'match', version, search, number],
    queryFn: async ({ signal }) => (await requestUntil(signal, matchQuery, { ...search, limit: 1, offset: number })).findInDocument.matches[0] ?? null,
    staleTime: Infinity,
    retry: false,
  });

/** The first matches of the whole document. */
export const firstMatchesOptions = ({ version, ...search }: DocumentSearch) =>
  queryOptions({
    queryKey: [KEY, 'first', version, search],
    queryFn: async ({ signal }) => (await requestUntil(signal, matchQuery, { ...search, limit: MOST })).findInDocument.matches,
    retry: false,
  });
