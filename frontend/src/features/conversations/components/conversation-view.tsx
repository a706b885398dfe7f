import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';

import { ErrorNotice } from '@/components/ui/error-notice';
import { SkeletonRows } from '@/components/ui/skeleton';

import { conversationOptions, useAsk, type Conversation } from '../api/conversations';
import { isOpen } from '../model/answer-state';
import { useAnswerStream } from '../use-answer-stream';
import styles from './conversations.module.css';
import { MessageView } from './message-view';
import { QuestionForm } from './question-form';
import { QuotedPassage } from './quoted-passage';

/** In case the stream is interrupted. */
const POLL_MS = 3_000;

const lastOf = (conversation: Conversation | undefined) => conversation?.messages.at(-1);

const scrollHere = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'end' });

function Thread({ conversation }: { conversation: Conversation }) {
  const { uuid, messages, corpus, document, isMine, mayDecide } = conversation;
  const last = lastOf(conversation);
  const isBusy = last !== undefined && isOpen(last);
  const texts = useAnswerStream(uuid, isBusy);
  const ask = useAsk(uuid);
  // Another message, or more of it: the list scrolls to its end.
  const newest = last && [last.uuid, last.state, texts[last.uuid]?.length].join(':');
  return (
    <>
      <div className={styles['messages']} tabIndex={0} role="log" aria-label={t`Questions and answers`}>
        <QuotedPassage conversation={conversation} />
        {messages.map((message) => (
          <MessageView key={message.uuid} conversation={uuid} document={document?.uuid} corpus={corpus?.uuid} liveText={texts[message.uuid]} isLast={message === last} {...{ message, isMine, mayDecide }} />
        ))}
        <div key={newest} ref={scrollHere} />
      </div>
      {isMine && (
        <QuestionForm
          corpus={corpus?.uuid}
          document={document?.uuid}
          label={t`Next question`}
          placeholder={t`Ask another question`}
          busy={ask.isPending}
          error={ask.error}
          blocked={isBusy ? t`You can ask again when this question is answered.` : undefined}
          onAsk={(question, done) => ask.mutate(question, { onSuccess: done })}
        />
      )}
    </>
  );
}

/** A conversation and the field for the next question. */
export function ConversationView({ uuid }: { uuid: string }) {
  const query = useQuery({
    ...conversationOptions(uuid),
    refetchInterval: ({ state }) => {
      const last = lastOf(state.data);
      return last && isOpen(last) ? POLL_MS : false;
    },
  });
  if (query.isPending) return <SkeletonRows label={t`Loading the conversation`} />;
  if (query.isError) return <ErrorNotice title={t`The conversation could not be loaded`} error={query.error} onRetry={() => void query.refetch()} />;
  return <Thread conversation={query.data} />;
}
