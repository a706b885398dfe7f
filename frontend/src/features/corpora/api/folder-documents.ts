// The documents in one folder without its subfolders, or in no folder.
import { documentList, documentListOptions } from '@/features/documents/api/document-list';
import { graphql } from '@/graphql/graphql';
import { notFoundError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';
import { allNodes } from '@/lib/relay';

import { UNFILED } from '../model/folder-tree';

const inFolder = graphql(
  `
    query FolderDocuments($id: ID!, $first: Int!, $after: String) {
      node(id: $id) {
        ... on Folder {
          id
          documents(first: $first, after: $after) {
            ...DocumentList
          }
        }
      }
    }
  `,
  [documentList],
);

const unfiled = graphql(
  `
    query UnfiledDocuments($id: ID!, $first: Int!, $after: String) {
      corpus(id: $id) {
        id
        unfiledDocuments(first: $first, after: $after) {
          ...DocumentList
        }
      }
    }
  `,
  [documentList],
);

const PAGE = 60;
const LARGE_PAGE = 200;

async function fetchPage(corpusId: string, folder: string, first: number, after: string | null) {
  if (folder === UNFILED) {
    const { corpus } = await request(unfiled, { id: corpusId, first, after });
    if (corpus) return corpus.unfiledDocuments;
  } else {
    const { node } = await request(inFolder, { id: folder, first, after });
    if (node && 'documents' in node) return node.documents;
  }
  throw notFoundError();
}

export const folderDocumentsOptions = (corpusId: string, folder: string) =>
  documentListOptions(['folder-documents', corpusId, folder], (after) => fetchPage(corpusId, folder, PAGE, after));

/** Return the ids of all documents in a folder, for moves that can be undone. */
export const idsInFolder = async (corpusId: string, folder: string): Promise<string[]> =>
  (await allNodes((after) => fetchPage(corpusId, folder, LARGE_PAGE, after))).map(({ uuid }) => uuid);
