import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { Recipient } from '@/features/recipient/components/recipient';

import { answeringAgentsOptions } from '../api/answering-agents';
import type { Subject } from '../api/threads';
import styles from './comments.module.css';

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
