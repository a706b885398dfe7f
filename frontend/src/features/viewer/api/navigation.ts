import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query Navigation($id: ID!) {
    document(id: $id) {
      id
      outline {
        title
        level
        page
      }
      links {
        page
        box
        target
      }
    }
  }
`);

type Navigation = NonNullable<ResultOf<typeof query>['document']>;
export type Bookmark = Navigation['outline'][number];
export type PageLink = Navigation['links'][number];

const NONE: Pick<Navigation, 'outline' | 'links'> = { outline: [], links: [] };

export const navigationOptions = (uuid: string, version: string) =>
  queryOptions({
    queryKey: ['navigation', uuid, version],
    queryFn: async () => (await request(query, { id: uuid })).document ?? NONE,
    staleTime: Infinity,
  });
