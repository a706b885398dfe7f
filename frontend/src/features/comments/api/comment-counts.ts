import { queryOptions } from '@tanstack/react-query';

import { pageCursor } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { allNodes } from '@/lib/relay';

const counting = graphql(
  `
    query CommentCounts($corpusId: ID!, $documentId: ID!, $after: String) {
      corpus(id: $corpusId) {
        id
        threads(documentId: $documentId, resolved: false, first: 200, after: $after) {
          pageInfo {
            ...PageCursor
          }
          edges {
            node {
              commentCount
              annotation {
                uuid
              }
            }
          }
        }
      }
    }
  `,
  [pageCursor],
);

const NONE = { edges: [], pageInfo: { hasNextPage: false, endCursor: null } };

/** The number of comments in the open threads of each annotation on a document. */
export const commentCountsOptions = (corpusId: string, documentId: string) =>
  queryOptions({
    queryKey: ['threads', corpusId, 'counts', documentId],
    queryFn: async () => {
      const threads = await allNodes(async (after) => (await request(counting, { corpusId, documentId, after })).corpus?.threads ?? NONE);
      const counts = new Map<string, number>();
      for (const { annotation, commentCount } of threads) if (annotation) counts.set(annotation.uuid, (counts.get(annotation.uuid) ?? 0) + commentCount);
      return counts;
    },
    enabled: corpusId !== '',
  });
