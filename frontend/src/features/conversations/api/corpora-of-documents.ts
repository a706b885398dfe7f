import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query CorporaOfDocument($id: ID!) {
    document(id: $id) {
      corpuses {
        uuid
        title
        myPermissions
      }
    }
  }
`);

const corporaOf = async (id: string) => (await request(query, { id })).document?.corpuses ?? [];

/** The corpora that have all of these documents, of which there is at least one. */
export const corporaOfDocumentsOptions = (documents: readonly string[]) =>
  queryOptions({
    queryKey: ['corpora-of-documents', ...documents],
    queryFn: async () => {
      const [first = [], ...others] = await Promise.all(documents.map(corporaOf));
      return first.filter(({ uuid }) => others.every((corpora) => corpora.some((each) => each.uuid === uuid)));
    },
  });
