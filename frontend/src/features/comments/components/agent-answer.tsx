import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleMinus, CircleX, LoaderCircle } from 'lucide-react';

import { unverifiedText } from '@/lib/messages/answers';
import { failureText } from '@/lib/messages/server-sentences';
import { citedBy, sourcesOf } from '@/lib/sources';

import { isAnswering, sentencesOptions, type AgentRun, type Comment, type Sentence } from '../api/threads';
import styles from './comments.module.css';

interface SourcesProps {
  sentence: Sentence;
  sources: ReturnType<typeof sourcesOf<Sentence['citations'][number]>>;
  corpusId: string;
}

function Sources({ sentence, sources, corpusId }: SourcesProps) {
  return citedBy(sentence, sources).map(({ number, documentUuid, title, page, start, end, quote }) => (
    <Link
      key={number}
      to="/d/$uuid"
      params={{ uuid: documentUuid }}
      search={{ c: corpusId, page, from: start, to: end }}
      className={styles['source']}
      aria-label={t`Source ${number}: ${title}, page ${page}`}
      data-tooltip={t`${title}, page ${page}: “${quote}”`}
    >
      {number}
    </Link>
  ));
}

/** The sentences of an agent's answer with numbered sources, and a link to its steps and proposals. */
export function AgentAnswer({ comment: { id, text, conversation, pendingProposals }, corpusId }: { comment: Comment; corpusId: string }) {
  const { data: sentences = [] } = useQuery(sentencesOptions(id));
  const sources = sourcesOf(sentences);
  return (
    <>
      {sentences.length === 0 && pendingProposals === 0 && <p className={styles['sentence']}>{text}</p>}
      {sentences.map((sentence, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an answer may say the same twice, and its order never changes
        <p key={index} className={styles['sentence']}>
          {sentence.text} <Sources {...{ sentence, sources, corpusId }} />
          {!sentence.isVerified && <span className="muted small">{unverifiedText(sentence)}</span>}
        </p>
      ))}
      {conversation && (
        <Link to="/ask" search={{ conversation }} className={styles['steps']}>
          {pendingProposals > 0 ? plural(pendingProposals, { one: '# proposal waits for review', other: '# proposals wait for review' }) : t`Show steps and proposals`}
        </Link>
      )}
    </>
  );
}

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
