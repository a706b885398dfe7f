import { infiniteQueryOptions } from '@tanstack/react-query';

import { pageCursor, userName } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { byCursor } from '@/lib/relay';

import type { CorpusFilter } from '../model/corpus-filter';

const query = graphql(
  `
    query CorpusAnnotations($corpusId: ID!, $first: Int!, $after: String, $labelIds: [ID!], $source: AnnotationSource, $review: AnnotationReview, $search: String, $orderBy: AnnotationOrder!) {
      annotations(corpusId: $corpusId, first: $first, after: $after, labelIds: $labelIds, source: $source, review: $review, search: $search, orderBy: $orderBy) {
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
export const corpusAnnotationsOptions = (corpusId: string, { labels = [], source, review, search }: CorpusFilter) =>
  infiniteQueryOptions({
    queryKey: ['annotations', 'corpus', corpusId, { labels, source, review, search }],
    queryFn: async ({ pageParam }) =>
      (
        await request(query, {
          corpusId,
          first: PAGE,
          orderBy: review === 'PENDING' ? 'SCORE' : 'NEWEST',
          after: pageParam,
          labelIds: [...labels],
          ...(source && { source }),
          ...(review && { review }),
          ...(search && { search }),
        })
      ).annotations,
    ...byCursor,
  });
