import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query Usage {
    usage {
      bytes
      documents
      binBytes
      pendingBytes
      limitBytes
      limitDocuments
      byType {
        mimeType
        typeName
        bytes
        documents
      }
    }
  }
`);

export type Usage = ResultOf<typeof query>['usage'];

export const usageOptions = queryOptions({ queryKey: ['usage'], queryFn: async () => (await request(query)).usage });
