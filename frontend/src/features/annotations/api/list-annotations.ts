import { queryOptions, type QueryClient } from '@tanstack/react-query';

import { pageCursor } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { allNodes, nodes } from '@/lib/relay';

import type { Annotation } from '../model/annotation';
import { annotationFields } from './annotation-fields';

export const annotationList = graphql(
  `
    fragment AnnotationList on AnnotationConnection {
      pageInfo {
        ...PageCursor
      }
      edges {
        node {
          ...AnnotationFields
        }
      }
    }
  `,
  [annotationFields, pageCursor],
);

const query = graphql(
  `
    query Annotations($documentId: ID!, $corpusId: ID!, $first: Int!, $after: String) {
      annotations(documentId: $documentId, corpusId: $corpusId, first: $first, after: $after) {
        ...AnnotationList
      }
    }
  `,
  [annotationList],
);

const PAGE_SIZE = 200;
/** Live updates report changes earlier. */
const STALE_MS = 10_000;

const fetchAnnotations = (documentId: string, corpusId: string, start: string | null = null): Promise<Annotation[]> =>
  allNodes(async (after) => (await request(query, { documentId, corpusId, first: PAGE_SIZE, after })).annotations, start);

export const annotationsOptions = (documentId: string, corpusId: string) =>
  queryOptions({ queryKey: ['annotations', documentId, corpusId], queryFn: () => fetchAnnotations(documentId, corpusId), staleTime: STALE_MS });

/** Put the first annotations of a document into the cache, or if there are more, start to load the others. */
export function cacheAnnotations(queryClient: QueryClient, { documentId, corpusId }: { documentId: string; corpusId: string }, first: ResultOf<typeof annotationList>): void {
  const options = annotationsOptions(documentId, corpusId);
  const { hasNextPage, endCursor } = first.pageInfo;
  if (!hasNextPage) return void queryClient.setQueryData(options.queryKey, nodes(first));
  const queryFn = async () => [...nodes(first), ...(await fetchAnnotations(documentId, corpusId, endCursor))];
  void queryClient.prefetchQuery({ ...options, queryFn });
}
