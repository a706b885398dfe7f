import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { markStepDone } from '@/lib/first-steps';
import { requestUntil } from '@/lib/graphql-client';

import { searchVariables, type SearchFilters } from '../model/filters';

const passage = graphql(`
  fragment Passage on SearchHit {
    page
    start
    end
    tokensUrl
    fragments {
      text
      isMatch
    }
  }
`);

const quickQuery = graphql(
  `
    query QuickSearch($query: String!) {
      search(query: $query) {
        totalCount
        notices {
          code
          message
        }
        corpora {
          uuid
          title
          documentCount
        }
        labels {
          uuid
          name
          color
        }
        annotations {
          uuid
          page
          quote
          label {
            name
            color
          }
          corpus {
            uuid
          }
          document {
            uuid
            title
          }
        }
        documents(limit: 5) {
          document {
            uuid
            title
            pdfUrl
          }
          passages {
            ...Passage
          }
        }
      }
    }
  `,
  [passage],
);

const query = graphql(
  `
    query Search(
      $query: String
      $similarToId: ID
      $start: Int
      $end: Int
      $scope: Scope
      $corpusId: ID
      $folderId: ID
      $labelId: ID
      $field: String
      $type: String
      $language: String
      $createdAfter: DateTime
      $createdBefore: DateTime
      $offset: Int
    ) {
      search(
        query: $query
        similarToId: $similarToId
        start: $start
        end: $end
        scope: $scope
        corpusId: $corpusId
        folderId: $folderId
        labelId: $labelId
        field: $field
        type: $type
        language: $language
        createdAfter: $createdAfter
        createdBefore: $createdBefore
      ) {
        totalCount
        isComplete
        similarText
        notices {
          code
          message
        }
        facets {
          facet
          name
          values {
            value
            name
            count
          }
        }
        documents(limit: 10, offset: $offset) {
          isTitleMatch
          isPublic
          document {
            uuid
            title
            pageCount
            thumbnailUrl
            pdfUrl
          }
          passages {
            ...Passage
          }
        }
      }
    }
  `,
  [passage],
);

export type QuickResults = ResultOf<typeof quickQuery>['search'];
export type SearchResults = ResultOf<typeof query>['search'];
export type FoundDocument = SearchResults['documents'][number];
export type Passage = ResultOf<typeof passage>;
export type Facet = SearchResults['facets'][number];

const PAGE_SIZE = 10;
const FRESH_MS = 15_000;

/** Return the results, and remember that the user has found a passage. */
function withStep<Results extends { totalCount: number }>(results: Results): Results {
  if (results.totalCount > 0) markStepDone('search');
  return results;
}

export const quickSearchOptions = (text: string) =>
  queryOptions({
    queryKey: ['search', 'quick', text],
    queryFn: async ({ signal }) => withStep((await requestUntil(signal, quickQuery, { query: text })).search),
    enabled: text !== '',
    staleTime: FRESH_MS,
    retry: false,
  });

/** `indexed` is the number of searchable documents, if it is known: when it grows, the search is repeated. */
export const searchOptions = (filters: SearchFilters, indexed = 0) =>
  infiniteQueryOptions({
    queryKey: ['search', 'page', filters, indexed],
    queryFn: async ({ signal, pageParam }) => withStep((await requestUntil(signal, query, { ...searchVariables(filters), offset: pageParam })).search),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.documents.length, 0);
      return last.documents.length === PAGE_SIZE && shown < last.totalCount ? shown : undefined;
    },
    enabled: Boolean(filters.q ?? filters.like),
    staleTime: FRESH_MS,
  });
