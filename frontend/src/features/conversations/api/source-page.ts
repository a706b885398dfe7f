import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query SourcePage($id: ID!, $after: Int!) {
    document(id: $id) {
      pdfUrl
      pageColumns(after: $after) {
        tokensUrls
      }
    }
  }
`);

/** The addresses of the PDF of a document and of the words of one page; null for a document without pages. */
export const sourcePageOptions = (document: string, page: number) =>
  queryOptions({
    queryKey: ['source-page', document, page],
    queryFn: async () => {
      const found = (await request(query, { id: document, after: page - 1 })).document;
      const tokensUrl = found?.pageColumns.tokensUrls[0];
      return found?.pdfUrl && tokensUrl ? { pdfUrl: found.pdfUrl, tokensUrl } : null;
    },
  });
