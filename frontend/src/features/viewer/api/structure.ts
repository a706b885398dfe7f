import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query Structure($id: ID!, $page: Int) {
    document(id: $id) {
      id
      structure(page: $page) {
        id
        kind
        level
        page
        start
        end
        text
        box
        continues
      }
    }
  }
`);

export type StructureItem = NonNullable<ResultOf<typeof query>['document']>['structure'][number];

const fetchStructure = async (uuid: string, page: number | null) => (await request(query, { id: uuid, page })).document?.structure ?? [];

export const pageStructureOptions = (uuid: string, version: string, page: number) =>
  queryOptions({ queryKey: ['structure', uuid, version, page], queryFn: () => fetchStructure(uuid, page), staleTime: Infinity });

const HEADINGS = new Set(['TITLE', 'HEADING']);

export const outlineOptions = (uuid: string, version: string) =>
  queryOptions({
    queryKey: ['outline', uuid, version],
    queryFn: async () => (await fetchStructure(uuid, null)).filter(({ kind }) => HEADINGS.has(kind)),
    staleTime: Infinity,
  });
