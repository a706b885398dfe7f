import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';
import { allNodes, NO_NODES } from '@/lib/relay';

import { processingPollInterval } from '../model/status-poll';

const query = graphql(`
  query Attachments($id: ID!, $after: String) {
    document(id: $id) {
      id
      attachments(first: 200, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        edges {
          node {
            uuid
            title
            path
            state
          }
        }
      }
    }
  }
`);

type Attachments = NonNullable<ResultOf<typeof query>['document']>['attachments'];
export type Attachment = Attachments['edges'][number]['node'];

/** All attachments of a document, including attachments of attachments. */
export const attachmentsOptions = (uuid: string) =>
  queryOptions({
    queryKey: ['documents', 'attachments', uuid],
    queryFn: () => allNodes<Attachment>(async (after) => (await request(query, { id: uuid, after })).document?.attachments ?? NO_NODES),
    refetchInterval: ({ state: { data } }) => processingPollInterval(data ?? []),
  });
