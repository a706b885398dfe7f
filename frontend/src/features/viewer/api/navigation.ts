import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const bookmarks = graphql(`
  query Bookmarks($id: ID!) {
    document(id: $id) {
      id
      outline {
        title
        level
        page
      }
    }
  }
`);

export const pageLink = graphql(`
  fragment PageLinkFields on PageLink {
    page
    box
    target
  }
`);

const links = graphql(
  `
    query Links($id: ID!) {
      document(id: $id) {
        id
        links {
          ...PageLinkFields
        }
      }
    }
  `,
  [pageLink],
);

export type Bookmark = NonNullable<ResultOf<typeof bookmarks>['document']>['outline'][number];
export type PageLink = ResultOf<typeof pageLink>;

export const bookmarksOptions = (uuid: string, version: string) =>
  queryOptions({
    queryKey: ['bookmarks', uuid, version],
    queryFn: async (): Promise<Bookmark[]> => (await request(bookmarks, { id: uuid })).document?.outline ?? [],
    staleTime: Infinity,
  });

export const linksOptions = (uuid: string, version: string) =>
  queryOptions({
    queryKey: ['links', uuid, version],
    queryFn: async (): Promise<PageLink[]> => (await request(links, { id: uuid })).document?.links ?? [],
    staleTime: Infinity,
  });
