import { queryOptions } from '@tanstack/react-query';

import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { mutate, request } from '@/lib/graphql-client';
import { nodes } from '@/lib/relay';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const query = graphql(`
  query CalendarFeeds($id: ID!) {
    corpus(id: $id) {
      id
      calendarFeeds(first: 50) {
        edges {
          node {
            id
            path
            created
          }
        }
      }
    }
  }
`);

export type CalendarFeed = NonNullable<ResultOf<typeof query>['corpus']>['calendarFeeds']['edges'][number]['node'];

const creation = graphql(
  `
    mutation CreateCalendarFeed($input: CreateCalendarFeedInput!) {
      createCalendarFeed(input: $input) {
        calendarFeed {
          id
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const deletion = graphql(
  `
    mutation DeleteCalendarFeed($input: DeleteCalendarFeedInput!) {
      deleteCalendarFeed(input: $input) {
        deletedId
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

export const calendarFeedsOptions = (corpusId: string) =>
  queryOptions({
    queryKey: ['calendar-feeds', corpusId],
    queryFn: async () => nodes((await request(query, { id: corpusId })).corpus?.calendarFeeds ?? { edges: [] }),
  });

export const useCreateFeed = (corpusId: string) =>
  useInvalidatingMutation({
    mutationFn: () => mutate(creation, { corpusId }),
    affected: [['calendar-feeds', corpusId]],
  });

export const useDeleteFeed = (corpusId: string) =>
  useInvalidatingMutation({
    mutationFn: (id: string) => mutate(deletion, { id }),
    affected: [['calendar-feeds', corpusId]],
  });
