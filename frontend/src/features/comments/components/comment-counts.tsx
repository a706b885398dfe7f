import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { pageCursor } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { allNodes } from '@/lib/relay';

import { useCommentsState } from '../model/comments-store';

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
const commentCountsOptions = (corpusId: string, documentId: string) =>
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

/** Loads the numbers of comments on the annotations of a document. */
export function CommentCounts({ corpusId, documentId }: { corpusId: string; documentId: string }) {
  const { data } = useQuery(commentCountsOptions(corpusId, documentId));
  const setCounts = useCommentsState((state) => state.setCounts);
  useEffect(() => {
    if (data) setCounts(data);
  }, [data, setCounts]);
  return null;
}
