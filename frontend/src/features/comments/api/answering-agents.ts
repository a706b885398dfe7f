import { queryOptions } from '@tanstack/react-query';

import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query AnsweringAgents($corpusId: ID!) {
    corpus(id: $corpusId) {
      id
      actions {
        kind
        name
        triggers
        enabled
      }
    }
  }
`);

/** The names of the agents that answer a comment: one that starts a thread, or one that follows in it. */
export const answeringAgentsOptions = (corpusId: string, isReply: boolean) =>
  queryOptions({
    queryKey: ['actions', corpusId, 'answering'],
    queryFn: async () => (await request(query, { corpusId })).corpus?.actions ?? [],
    select: (actions) =>
      actions.filter(({ kind, enabled, triggers }) => kind === 'AGENT' && enabled && triggers.includes(isReply ? 'NEW_MESSAGE' : 'NEW_THREAD')).map(({ name }) => name),
  });
