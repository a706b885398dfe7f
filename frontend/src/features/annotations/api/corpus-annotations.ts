import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { pageCursor, userName } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { byCursor } from '@/lib/relay';

import { searchOf, variablesOf, type CorpusFilter } from '../model/corpus-filter';

const query = graphql(
  `
    query CorpusAnnotations($corpusId: ID!, $first: Int!, $after: String, $labelIds: [ID!], $source: AnnotationSource, $creatorId: ID, $review: AnnotationReview, $search: String, $documentId: ID, $createdAfter: DateTime, $createdBefore: DateTime, $placement: AnnotationPlacement, $orderBy: AnnotationOrder!) {
      annotations(corpusId: $corpusId, first: $first, after: $after, labelIds: $labelIds, source: $source, creatorId: $creatorId, review: $review, search: $search, documentId: $documentId, createdAfter: $createdAfter, createdBefore: $createdBefore, placement: $placement, orderBy: $orderBy) {
        totalCount
        pageInfo {
          ...PageCursor
        }
        edges {
          node {
            uuid
            page
            quote
            note
            source
            review
            score
            confidence
            created
            creator {
              ...UserName
            }
            label {
              id
              name
              path
              color
            }
            document {
              uuid
              title
            }
          }
        }
      }
    }
  `,
  [pageCursor, userName],
);

export type CorpusAnnotationPage = ResultOf<typeof query>['annotations'];
export type CorpusAnnotation = CorpusAnnotationPage['edges'][number]['node'];

const PAGE = 50;

/** The annotations of a corpus, newest first; suggestions to review with the most probable ones first. */
export const corpusAnnotationsOptions = (corpusId: string, filter: CorpusFilter) =>
  infiniteQueryOptions({
    queryKey: ['annotations', 'corpus', corpusId, searchOf(filter)],
    queryFn: async ({ pageParam }) =>
      (await request(query, { corpusId, first: PAGE, orderBy: filter.review === 'PENDING' ? 'SCORE' : 'NEWEST', after: pageParam, ...variablesOf(filter) })).annotations,
    ...byCursor,
  });

const annotators = graphql(
  `
    query Annotators($corpusId: ID!) {
      annotators(corpusId: $corpusId) {
        uuid
        ...UserName
      }
    }
  `,
  [userName],
);

/** The users who made annotations of a corpus. */
export const annotatorsOptions = (corpusId: string) =>
  queryOptions({
    queryKey: ['annotations', 'annotators', corpusId],
    queryFn: async () => (await request(annotators, { corpusId })).annotators,
  });
