import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from './graphql-client';

const query = graphql(`
  query DocumentTitle($id: ID!) {
    document(id: $id) {
      title
    }
  }
`);

/** The title of a document; null if it is not visible. */
export const documentTitleOptions = (uuid: string) =>
  queryOptions({ queryKey: ['document', uuid, 'title'], queryFn: async () => (await request(query, { id: uuid })).document?.title ?? null });
