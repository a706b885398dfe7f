import { queryOptions } from '@tanstack/react-query';

import { pagePlace } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { everyNode } from '@/lib/relay';

import type { Annotation } from '../model/annotation';
import { annotationFields } from './annotation-fields';

const query = graphql(
  `
    query Annotations($documentId: ID!, $corpusId: ID!, $first: Int!, $after: String) {
      annotations(documentId: $documentId, corpusId: $corpusId, first: $first, after: $after) {
        pageInfo {
          ...PagePlace
        }
        edges {
          node {
            ...AnnotationFields
          }
        }
      }
    }
  `,
  [annotationFields, pagePlace],
);

const AT_ONCE = 200;

export const annotationsOptions = (documentId: string, corpusId: string) =>
  queryOptions({
    queryKey: ['annotations', documentId, corpusId],
    queryFn: (): Promise<Annotation[]> =>
      everyNode(async (after) => (await request(query, { documentId, corpusId, first: AT_ONCE, after })).annotations),
  });
