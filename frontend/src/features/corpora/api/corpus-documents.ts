import { infiniteQueryOptions } from '@tanstack/react-query';

import { documentRow } from '@/features/documents/api/document-row';
import { pollEvery } from '@/features/documents/model/status-poll';
import { pagePlace } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { byCursor, nodes } from '@/lib/relay';

const query = graphql(
  `
    query CorpusDocuments($corpusId: ID!, $first: Int!, $after: String, $search: String, $folderId: ID) {
      documents(corpusId: $corpusId, first: $first, after: $after, search: $search, folderId: $folderId) {
        totalCount
        pageInfo {
          ...PagePlace
        }
        edges {
          node {
            ...DocumentRow
          }
        }
      }
    }
  `,
  [documentRow, pagePlace],
);

const PAGE = 60;

/** All of a corpus; with a folder what stands in it and below it. */
export const corpusDocumentsOptions = (corpusId: string, search = '', folderId?: string) =>
  infiniteQueryOptions({
    queryKey: ['corpus-documents', corpusId, search, folderId ?? null],
    queryFn: async ({ pageParam }) =>
      (await request(query, { corpusId, first: PAGE, after: pageParam, search, folderId: folderId ?? null })).documents,
    ...byCursor,
    refetchInterval: ({ state: { data } }) => pollEvery(data?.pages.flatMap(nodes) ?? [], data?.pages.length),
  });
