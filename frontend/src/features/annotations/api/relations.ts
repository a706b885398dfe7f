// Relations between the annotations of a document.
import { queryOptions } from '@tanstack/react-query';

import { pageCursor, userName } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { allNodes, NO_NODES } from '@/lib/relay';
import type { UserName } from '@/lib/users';

import type { Annotation, Label } from '../model/annotation';
import { labelFields } from './list-labels';

const query = graphql(
  `
    query Relations($documentId: ID!, $corpusId: ID!, $first: Int!, $after: String) {
      corpus(id: $corpusId) {
        id
        relations(documentId: $documentId, first: $first, after: $after) {
          pageInfo {
            ...PageCursor
          }
          edges {
            node {
              uuid
              label {
                ...LabelFields
              }
              creator {
                ...UserName
              }
              source {
                uuid
                page
                quote
              }
              target {
                uuid
                page
                quote
              }
            }
          }
        }
      }
    }
  `,
  [pageCursor, labelFields, userName],
);

type End = Pick<Annotation, 'uuid' | 'page' | 'quote'>;

export interface Relation {
  uuid: string;
  label: Label;
  creator: UserName | null;
  source: End;
  target: End;
  /** true until the server has saved it */
  pending?: boolean;
}

const PAGE_SIZE = 200;
/** Live updates report changes earlier. */
const STALE_MS = 10_000;
/** the second part of the keys of these lists */
export const RELATION_LIST = 'relations';
export const RELATIONS = ['annotations', RELATION_LIST];

export const relationsOptions = (documentId: string, corpusId: string) =>
  queryOptions({
    queryKey: [...RELATIONS, documentId, corpusId],
    queryFn: (): Promise<Relation[]> =>
      allNodes(async (after) => (await request(query, { documentId, corpusId, first: PAGE_SIZE, after })).corpus?.relations ?? NO_NODES),
    staleTime: STALE_MS,
    enabled: corpusId !== '',
  });
