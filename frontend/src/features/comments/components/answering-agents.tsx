import { t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';

import { Recipient } from '@/features/recipient/components/recipient';
import { graphql } from '@/graphql/graphql';
import { request } from '@/lib/graphql-client';

import type { Subject } from '../api/threads';
import styles from './comments.module.css';

const answeringAgentsQuery = graphql(`
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
const answeringAgentsOptions = (corpusId: string, isReply: boolean) =>
  queryOptions({
    queryKey: ['actions', corpusId, 'answering'],
    queryFn: async () => (await request(answeringAgentsQuery, { corpusId })).corpus?.actions ?? [],
    select: (actions) =>
      actions.filter(({ kind, enabled, triggers }) => kind === 'AGENT' && enabled && triggers.includes(isReply ? 'NEW_MESSAGE' : 'NEW_THREAD')).map(({ name }) => name),
  });

/** Names the agents that answer a comment, and the language model that gets its text. */
export function AnsweringAgents({ subject: { corpusId, documentId }, isReply }: { subject: Subject; isReply: boolean }) {
  const { data: names = [] } = useQuery(answeringAgentsOptions(corpusId, isReply));
  if (names.length === 0) return null;
  const agents = names.join(', ');
  return (
    <div className={styles['agents']}>
      <span className="muted small">{t`Agents that answer this comment: ${agents}`}</span>
      <Recipient corpus={corpusId} document={documentId} sent="comment" />
    </div>
  );
}
