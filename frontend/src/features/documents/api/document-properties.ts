// What the panel with the details of a document shows besides the document itself.
import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query DocumentProperties($id: ID!) {
    document(id: $id) {
      id
      properties {
        name
        value
      }
      parsers {
        name
        version
        isDefault
      }
    }
  }
`);

const NONE = { properties: [], parsers: [] };

/** The key begins with that of the document, so that both are refreshed together. */
export const propertiesOptions = (uuid: string) =>
  queryOptions({ queryKey: ['document', uuid, 'properties'], queryFn: async () => (await request(query, { id: uuid })).document ?? NONE });
