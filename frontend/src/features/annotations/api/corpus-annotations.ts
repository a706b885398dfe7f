import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

import { pageCursor, userName } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { byCursor } from '@/lib/relay';

import type { CorpusFilter } from '../model/corpus-filter';

const query = graphql(
  `
    query CorpusAnnotations($corpusId: ID!, $first: Int!, $after: String, $labelIds: [ID!], $source: AnnotationSource, $creatorId: ID, $review: AnnotationReview, $search: String, $orderBy: AnnotationOrder!) {
      annotations(corpusId: $corpusId, first: $first, after: $after, labelIds: $labelIds, source: $source, creatorId: $creatorId, review: $review, search: $search, orderBy: $orderBy) {
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
            created
            creator {
              ...UserName
            }
            label {
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

export type CorpusAnnotation = ResultOf<typeof query>['annotations']['edges'][number]['node'];

const PAGE = 50;

/** The annotations of a corpus, newest first; suggestions to review with the most probable ones first. */
export const corpusAnnotationsOptions = (corpusId: string, { labels = [], source, creator, review, search }: CorpusFilter) =>
  infiniteQueryOptions({
    queryKey: ['annotations', 'corpus', corpusId, { labels, source, creator, review, search }],
    queryFn: async ({ pageParam }) =>
      (
        await request(query, {
          corpusId,
          first: PAGE,
          orderBy: review === 'PENDING' ? 'SCORE' : 'NEWEST',
          after: pageParam,
          labelIds: [...labels],
          ...(source && { source }),
          ...(creator && { creatorId: creator, source: 'HUMAN' as const }),
          ...(review && { review }),
          ...(search && { search }),
        })
      ).annotations,
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
