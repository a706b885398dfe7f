// The structure of a page with what the text view shows: tables, styles and links.
import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query PageText($id: ID!, $page: Int!) {
    document(id: $id) {
      id
      structure(page: $page) {
        id
        kind
        level
        box
        start
        text
        marks {
          start
          end
          style
          link
        }
        table {
          rows
          cells {
            row
            column
            rowSpan
            columnSpan
            isHeader
            text
          }
        }
      }
    }
  }
`);

export type TextItem = NonNullable<ResultOf<typeof query>['document']>['structure'][number];

export const pageTextOptions = (uuid: string, version: string, page: number) =>
  queryOptions({
    queryKey: ['page-text', uuid, version, page],
    queryFn: async (): Promise<TextItem[]> => (await request(query, { id: uuid, page })).document?.structure ?? [],
    staleTime: Infinity,
  });
