import { t } from '@lingui/core/macro';
import { CircleMinus, CircleX, LoaderCircle } from 'lucide-react';

import { failureText } from '@/lib/messages/server-sentences';

import { isAnswering, type AgentRun } from '../api/threads';
import styles from './comments.module.css';

const SKIPPED: Readonly<Record<NonNullable<AgentRun['reason']>, string>> = {
  NO_LANGUAGE_MODEL: t`without a language model, agents answer questions only.`,
  LANGUAGE_MODEL_NOT_ALLOWED: t`the corpus does not allow language models; without them, agents answer questions only.`,
  BUDGET_USED_UP: t`the budget for language models is used up.`,
  DEPENDENCY_FAILED: t`the document could not be indexed for search.`,
  DOCUMENT_FAILED: t`the document could not be processed.`,
  NO_TEXT: t`the document has no text.`,
};

function NoAnswer({ run: { agent, state, reason, code, message } }: { run: AgentRun }) {
  const isSkipped = state === 'SKIPPED';
  const why = (reason && SKIPPED[reason]) || failureText({ code, message }) || t`the agent failed.`;
  return (
    <p role="note" data-failed={isSkipped ? undefined : ''} className={`${styles['run'] ?? ''} small ${isSkipped ? 'muted' : ''}`}>
      {isSkipped ? <CircleMinus aria-hidden="true" /> : <CircleX aria-hidden="true" />}
      <span>
        <strong>{agent}</strong> · {t`No answer: ${why}`}
      </span>
    </p>
  );
}

/** An agent that is answering, or why it could not. */
export function AgentRunView({ run }: { run: AgentRun }) {
  const { agent, state } = run;
  if (state === 'WAITING') return <p role="status" className={`${styles['run'] ?? ''} muted small`}>{t`“${agent}” answers when the document is ready.`}</p>;
  if (!isAnswering(run)) return <NoAnswer run={run} />;
  return (
    <p role="status" className={`${styles['run'] ?? ''} muted small`}>
      <LoaderCircle aria-hidden="true" />
      {t`“${agent}” is answering…`}
    </p>
  );
}
