import { queryOptions } from '@tanstack/react-query';

import { pageCursor } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { allNodes } from '@/lib/relay';

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

export const PAGE_SIZE = 200;
/** Live updates report changes earlier. */
const STALE_MS = 10_000;

export const annotationsOptions = (documentId: string, corpusId: string) =>
  queryOptions({
    queryKey: ['annotations', documentId, corpusId],
    queryFn: (): Promise<Annotation[]> =>
      allNodes(async (after) => (await request(query, { documentId, corpusId, first: PAGE_SIZE, after })).annotations),
    staleTime: STALE_MS,
  });
