import { t } from '@lingui/core/macro';
import { BookOpen, CircleAlert, Copy, RotateCcw, Save, Square } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { copyText } from '@/lib/clipboard';
import { lazyDialog } from '@/lib/lazy-part';
import { errorMessage } from '@/lib/messages/errors';
import { showToast } from '@/lib/toasts';

import { useCancelAnswer, useRetryAnswer } from '../api/answers';
import type { Message } from '../api/conversations';
import { isFailureOfModel, isOpen, isQuestion } from '../model/answer-state';
import { draftOf } from '../model/live-text';
import { asPlainText, NO_ANSWER, READER } from '../model/sources';
import { usageText } from '../model/usage';
import { AnswerText } from './answer-text';
import styles from './conversations.module.css';
import { ProposalList } from './proposal-list';
import { isWithoutWords, ProposalsOnly } from './proposals-only';
import { ToolCalls } from './tool-calls';

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
