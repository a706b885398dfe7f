import { documentList, documentListOptions } from '@/features/documents/api/document-list';
import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(
  `
    query CorpusDocuments($corpusId: ID!, $first: Int!, $after: String, $search: String, $folderId: ID) {
      documents(corpusId: $corpusId, first: $first, after: $after, search: $search, folderId: $folderId) {
        ...DocumentList
      }
    }
  `,
  [documentList],
);

const PAGE = 60;

/** All documents of a corpus, or those in a folder and its subfolders. */
export const corpusDocumentsOptions = (corpusId: string, search = '', folderId?: string) =>
  documentListOptions(
    ['corpus-documents', corpusId, search, folderId ?? null],
    async (after) => (await request(query, { corpusId, first: PAGE, after, search, folderId: folderId ?? null })).documents,
  );
