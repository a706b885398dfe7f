import { queryOptions } from '@tanstack/react-query';

import { person } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { ApiError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';

const query = graphql(
  `
    query Corpus($id: ID!) {
      corpus(id: $id) {
        id
        uuid
        title
        description
        version
        isPersonal
        documentCount
        isPublic
        myPermissions
        owner {
          ...Person
        }
        shares {
          uuid
        }
        labels {
          id
          uuid
          name
          color
          version
        }
        actions {
          id
          uuid
          kind
          name
          enabled
        }
      }
    }
  `,
  [person],
);

export type CorpusDetail = NonNullable<ResultOf<typeof query>['corpus']>;

async function fetchCorpus(uuid: string): Promise<CorpusDetail> {
  const { corpus } = await request(query, { id: uuid });
  if (!corpus) throw new ApiError({ code: 'not_found', message: 'There is no such corpus, or it is not yours to see.' }, 404);
  return corpus;
}

export const corpusOptions = (uuid: string) => queryOptions({ queryKey: ['corpus', uuid], queryFn: () => fetchCorpus(uuid) });
