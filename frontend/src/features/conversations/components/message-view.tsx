import { plural, t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { BookOpen, Check, CircleAlert, Copy, LoaderCircle, RotateCcw, Save, Square } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { copyText } from '@/lib/clipboard';
import { fileSize, formatNumber } from '@/lib/format';
import { mutate } from '@/lib/graphql-client';
import { lazyDialog } from '@/lib/lazy-part';
import { errorMessage } from '@/lib/messages/errors';
import { showToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { Message, ToolCall } from '../api/conversations';
import { isFailureOfModel, isOpen, isQuestion } from '../model/answer-state';
import { draftOf } from '../model/live-text';
import { isPending } from '../model/proposals';
import { asPlainText, NO_ANSWER, READER } from '../model/sources';
import { AnswerText } from './answer-text';
import styles from './conversations.module.css';
import { ProposalList } from './proposal-list';

interface ProposalsOnlyProps {
  message: Message;
  corpus: string | undefined;
  document: string | undefined;
}

/** Check whether an answer has no words: the model has only proposed changes. */
const isWithoutWords = ({ hasAnswer, sentences }: Message) => hasAnswer === true && sentences.length === 0;

function WaitingLink({ count, corpus }: { count: number; corpus: string | undefined }) {
  const text = plural(count, { one: '# proposal waits for review', other: '# proposals wait for review' });
  if (corpus === undefined) return <Link to="/ask" search={{ proposed: 'PENDING' }}>{text}</Link>;
  return <Link to="/c/$uuid" params={{ uuid: corpus }} search={{ tab: 'proposals' }}>{text}</Link>;
}

/** Says what became of an answer that only proposes changes. */
function ProposalsOnly({ message: { proposals }, corpus, document }: ProposalsOnlyProps) {
  const pending = proposals.filter(isPending).length;
  if (pending > 0)
    return (
      <p className={styles['sentence']}>
        <WaitingLink count={pending} corpus={corpus} />
      </p>
    );
  if (proposals.length > 0) return <p className={styles['sentence']}>{t`All proposals have been reviewed.`}</p>;
  return (
    <p className={styles['sentence']}>
      {t`The proposed annotations are suggestions in the document now.`}{' '}
      {document !== undefined && (
        <Link to="/d/$uuid" params={{ uuid: document }} search={corpus === undefined ? {} : { c: corpus }}>
          {t`Open the document`}
        </Link>
      )}
    </p>
  );
}

const cancelMessageMutation = graphql(
  `
    mutation CancelMessage($input: CancelMessageInput!) {
      cancelMessage(input: $input) {
        message {
          uuid
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const retryMessageMutation = graphql(
  `
    mutation RetryMessage($input: RetryMessageInput!) {
      retryMessage(input: $input) {
        message {
          uuid
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const useCancelAnswer = (uuid: string) =>
  useInvalidatingMutation({ mutationFn: (message: string) => mutate(cancelMessageMutation, { id: message }), affected: [['conversation', uuid]] });

const useRetryAnswer = (uuid: string) =>
  useInvalidatingMutation({ mutationFn: ({ message, byReader = false }: { message: string; byReader?: boolean }) => mutate(retryMessageMutation, { id: message, byReader }), affected: [['conversation', uuid]] });

const ICONS = {
  RUNNING: <LoaderCircle aria-label={t({ message: 'Running', context: 'step' })} />,
  COMPLETE: <Check aria-label={t({ message: 'Done', context: 'step' })} />,
  FAILED: <CircleAlert aria-label={t({ message: 'Failed', context: 'step' })} />,
};

// The calls of tools as texts.

const NAMES: Readonly<Record<string, string>> = {
  list_documents: t`Listed the documents`,
  read_pages: t`Read pages`,
  read_text: t`Read a part of the text`,
  outline: t`Read the outline`,
  look_at_first_page: t`Looked at the first page`,
  list_annotations: t`Listed the annotations`,
  list_cells: t`Listed the cells of extracts`,
  propose_annotation: t`Proposed an annotation`,
  propose_relation: t`Proposed a relation`,
  propose_comment: t`Proposed a comment`,
  propose_cell: t`Proposed the value of a cell`,
};

const pagesText = (first: number, last: number) => (first === last ? t`Read page ${first}` : t`Read pages ${first} to ${last}`);

/** Return what a call of a tool did; the tools of plug-ins have only their names. */
export function toolText({ name, arguments: given }: Pick<ToolCall, 'name' | 'arguments'>): string {
  const { query, words, first, last } = JSON.parse(given) as Record<string, unknown>;
  if (typeof query === 'string') return t`Searched for “${query}”`;
  if (typeof words === 'string') return t`Looked for “${words}”`;
  if (name === 'read_pages' && typeof first === 'number' && typeof last === 'number') return pagesText(first, last);
  return NAMES[name] ?? name;
}

// What an answer sends to a language model, and what it takes, as texts.

type Sent = Pick<ToolCall, 'length' | 'pictureSize'>;

const MIN_DIGITS = 2;
const MAX_DIGITS = 6; // as many as are stored

function pictureText(pictures: readonly Sent[]): string {
  const size = fileSize(pictures.reduce((sum, { pictureSize }) => sum + pictureSize, 0));
  return plural(pictures.length, { one: `# picture sent (${size})`, other: `# pictures sent (${size})` });
}

/** Return what the results of calls of tools have sent to the model. */
export function sentText(calls: readonly Sent[]): string {
  const characters = calls.reduce((sum, { length }) => sum + length, 0);
  const pictures = calls.filter(({ pictureSize }) => pictureSize > 0);
  return [characters > 0 && plural(characters, { one: '# character sent', other: '# characters sent' }), pictures.length > 0 && pictureText(pictures)].filter(Boolean).join(' · ');
}

/** Return as many digits of a cost as show that it is not nothing. */
function digitsOf(cost: number): number {
  const first = Math.ceil(-Math.log10(cost));
  return Math.min(MAX_DIGITS, Math.max(MIN_DIGITS, first));
}

/** Return the tokens of an answer and, if the model has a price, their cost; empty for the offline reader. */
export function usageText({ inputTokens, outputTokens, cost }: Pick<Message, 'inputTokens' | 'outputTokens' | 'cost'>): string {
  const tokens = inputTokens + outputTokens;
  const paid = Number(cost);
  return [tokens > 0 && plural(tokens, { one: '# token', other: '# tokens' }), paid > 0 && t`cost ${formatNumber(paid, digitsOf(paid))}`].filter(Boolean).join(' · ');
}

/** The steps of the language model: each call of a tool, with the beginning of its result, and how much text, and whether a picture, was sent. */
function ToolCalls({ calls, open }: { calls: readonly ToolCall[]; open: boolean }) {
  const count = calls.length;
  if (count === 0) return null;
  const sent = sentText(calls);
  return (
    <details className={styles['calls']} open={open}>
      <summary>
        {plural(count, { one: '# step', other: '# steps' })}
        {sent && ` · ${sent}`}
      </summary>
      <ol>
        {calls.map((call) => (
          <li key={call.uuid}>
            {ICONS[call.state === 'RUNNING' && !open ? 'FAILED' : call.state]}
            <span>{toolText(call)}</span>
            <span className="muted small truncate" title={call.summary}>
              {call.summary}
            </span>
            <span className="muted small">{sentText([call])}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

interface MessageViewProps {
  conversation: string;
  message: Message;
  /** the corpus in which cited documents are opened */
  corpus: string | undefined;
  /** the document that the conversation is about */
  document: string | undefined;
  /** the words so far of an answer that is being written */
  liveText: string | undefined;
  isLast: boolean;
  isMine: boolean;
  /** whether the reader may approve and reject the proposals */
  mayDecide: boolean;
}

/** Return the name of the engine, as a sentence. */
const engineName = (engine: string) => (engine === READER ? t`Answered by the offline reader, in the words of the documents` : t`Answered by ${engine}`);

function OpenAnswer({ conversation, message, liveText, isMine }: MessageViewProps) {
  const cancel = useCancelAnswer(conversation);
  const draft = draftOf(liveText ?? '');
  return (
    <>
      {draft ? (
        <>
          <p className={styles['sentence']} data-verified={false}>{draft}</p>
          <p className="muted small">{t`A draft. Its sources are checked when it is complete.`}</p>
        </>
      ) : (
        <p className={styles['writing']}>{t`Reading the documents`}</p>
      )}
      {isMine && (
        <Button size="small" icon={<Square aria-hidden="true" />} busy={cancel.isPending} onClick={() => cancel.mutate(message.uuid)}>
          {t`Stop`}
        </Button>
      )}
    </>
  );
}

function EndedEarly({ conversation, message, isLast, isMine }: MessageViewProps) {
  const retry = useRetryAnswer(conversation);
  const isFailed = message.state === 'FAILED';
  return (
    <div className={styles['ended']} role={isFailed ? 'alert' : undefined}>
      <p>
        {isFailed && <CircleAlert aria-hidden="true" />}
        {isFailed ? errorMessage({ code: message.errorCode, message: message.errorMessage }) : t`You stopped this answer.`}
      </p>
      {message.isOfAction && <p className="muted small">{t`An action has asked for this answer. Run the action again to get another one.`}</p>}
      {isLast && isMine && !message.isOfAction && (
        <span className={styles['choices']}>
          <Button size="small" icon={<RotateCcw aria-hidden="true" />} busy={retry.isPending} onClick={() => retry.mutate({ message: message.uuid })}>
            {t`Answer again`}
          </Button>
          {isFailureOfModel(message) && (
            <Button size="small" icon={<BookOpen aria-hidden="true" />} busy={retry.isPending} onClick={() => retry.mutate({ message: message.uuid, byReader: true })}>
              {t`Answer with the offline reader`}
            </Button>
          )}
        </span>
      )}
    </div>
  );
}

const SaveAnswerDialog = lazyDialog(
  async () => (await import('./save-answer-dialog')).SaveAnswerDialog,
  ({ onClose }) => onClose(),
);

function SaveAnswer({ message, corpus, cited }: { message: Message; corpus: string | undefined; cited: readonly string[] }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" variant="quiet" icon={<Save aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t`Save…`}
      </Button>
      {open && <SaveAnswerDialog message={message.uuid} {...{ corpus, cited }} hasSources={cited.length > 0} isByModel={message.engine !== READER} onClose={() => setOpen(false)} />}
    </>
  );
}

function CompleteAnswer({ conversation, message, corpus, document, isMine }: Pick<MessageViewProps, 'conversation' | 'message' | 'corpus' | 'document' | 'isMine'>) {
  const cited = [...new Set(message.sentences.flatMap(({ citations }) => citations).map(({ documentUuid }) => documentUuid))];
  const copy = () => void copyText(asPlainText(message.sentences) || message.text || NO_ANSWER).then(() => showToast({ text: t`Copied the answer with its sources.` }));
  return (
    <>
      {isWithoutWords(message) ? <ProposalsOnly {...{ message, corpus, document }} /> : <AnswerText {...{ message, corpus, conversation }} />}
      <footer className={styles['footer']}>
        <span className="muted small">{[engineName(message.engine), usageText(message)].filter(Boolean).join(' · ')}</span>
        <span className={styles['choices']}>
          {isMine && (corpus !== undefined || cited.length > 0) && <SaveAnswer {...{ message, corpus, cited }} />}
          {!isWithoutWords(message) && (
            <Button size="small" variant="quiet" icon={<Copy aria-hidden="true" />} onClick={copy}>
              {t`Copy`}
            </Button>
          )}
        </span>
      </footer>
    </>
  );
}

/** A question, or its answer in any state. */
export function MessageView(props: MessageViewProps) {
  const { conversation, message, corpus, document, isMine, mayDecide } = props;
  if (isQuestion(message)) return <h2 className={styles['question']}>{message.text}</h2>;
  const open = isOpen(message);
  return (
    <article className={styles['answer']} aria-label={t`Answer`} aria-busy={open}>
      <ToolCalls calls={message.toolCalls} open={open} />
      {open && <OpenAnswer {...props} />}
      {message.state === 'COMPLETE' && <CompleteAnswer {...{ conversation, message, corpus, document, isMine }} />}
      <ProposalList proposals={message.proposals} {...{ conversation, corpus, mayDecide }} />
      {(message.state === 'FAILED' || message.state === 'CANCELLED') && <EndedEarly {...props} />}
    </article>
  );
}
