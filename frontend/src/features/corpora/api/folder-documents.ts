// The documents that stand in one folder, or in none.
import { infiniteQueryOptions } from '@tanstack/react-query';

import { documentRow } from '@/features/documents/api/document-row';
import { pollEvery } from '@/features/documents/model/status-poll';
import { pagePlace } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { ApiError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';
import { byCursor, everyNode, nodes } from '@/lib/relay';

import { UNFILED } from '../model/folder-tree';

const query = graphql(
  `
    query FolderDocuments($id: ID!, $first: Int!, $after: String) {
      node(id: $id) {
        ... on Folder {
          id
          documents(first: $first, after: $after) {
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
      }
    }
  `,
  [documentRow, pagePlace],
);

const unfiled = graphql(
  `
    query UnfiledDocuments($id: ID!, $first: Int!, $after: String) {
      corpus(id: $id) {
        id
        unfiledDocuments(first: $first, after: $after) {
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
    }
  `,
  [documentRow, pagePlace],
);

const PAGE = 60;
const MANY = 200;

async function fetchPage(corpusId: string, folder: string, first: number, after: string | null) {
  if (folder === UNFILED) {
    const { corpus } = await request(unfiled, { id: corpusId, first, after });
    if (corpus) return corpus.unfiledDocuments;
  } else {
    const { node } = await request(query, { id: folder, first, after });
    if (node && 'documents' in node) return node.documents;
  }
  throw new ApiError({ code: 'not_found', message: 'This folder is gone.' }, 404);
}

export const folderDocumentsOptions = (corpusId: string, folder: string) =>
  infiniteQueryOptions({
    queryKey: ['folder-documents', corpusId, folder],
    queryFn: ({ pageParam }) => fetchPage(corpusId, folder, PAGE, pageParam),
    ...byCursor,
    refetchInterval: ({ state: { data } }) => pollEvery(data?.pages.flatMap(nodes) ?? [], data?.pages.length),
  });

/** All of them, for moves that can be taken back. */
export const idsInFolder = async (corpusId: string, folder: string): Promise<string[]> =>
  (await everyNode((after) => fetchPage(corpusId, folder, MANY, after))).map(({ uuid }) => uuid);
