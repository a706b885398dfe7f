// The descriptions that a corpus has had.
import { queryOptions } from '@tanstack/react-query';

import { userName } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { sendJson } from '@/lib/http';
import { request } from '@/lib/graphql-client';
import { nodes } from '@/lib/relay';
import { keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const query = graphql(
  `
    query CorpusDescriptions($id: ID!) {
      corpus(id: $id) {
        id
        descriptions(first: 100) {
          edges {
            node {
              id
              text
              created
              author {
                ...UserName
              }
            }
          }
        }
      }
    }
  `,
  [userName],
);

export type Description = NonNullable<ResultOf<typeof query>['corpus']>['descriptions']['edges'][number]['node'];

export const descriptionsOptions = (corpus: string) =>
  queryOptions({
    queryKey: ['corpus', corpus, 'descriptions'],
    queryFn: async (): Promise<Description[]> => {
      const { corpus: found } = await request(query, { id: corpus });
      return found ? nodes(found.descriptions) : [];
    },
  });

export const useSaveDescription = (corpus: string) =>
  useInvalidatingMutation({
    mutationFn: ({ description, group }: { description: string; group: string }) => sendJson<void>(`/api/v1/corpuses/${corpus}`, 'PATCH', { description, group }),
    affected: [['corpus', corpus], ...keysOf('corpora')],
  });
