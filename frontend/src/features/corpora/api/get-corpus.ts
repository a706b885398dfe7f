import { queryOptions } from '@tanstack/react-query';

import { userName } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { notFoundError } from '@/lib/errors';
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
        isMember
        myPermissions
        answerToolCalls
        answerTokens
        answerSeconds
        answerCost
        retentionDays
        auditDays
        owner {
          ...UserName
        }
        shares {
          uuid
        }
        labels {
          uuid
          name
          path
          color
        }
        fields {
          uuid
          name
          type
          choices
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
  [userName],
);

export type CorpusDetail = NonNullable<ResultOf<typeof query>['corpus']>;

async function fetchCorpus(uuid: string): Promise<CorpusDetail> {
  const { corpus } = await request(query, { id: uuid });
  if (!corpus) throw notFoundError();
  return corpus;
}

export const corpusOptions = (uuid: string) => queryOptions({ queryKey: ['corpus', uuid], queryFn: () => fetchCorpus(uuid) });
