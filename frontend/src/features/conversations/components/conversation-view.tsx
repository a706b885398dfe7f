import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TextQuote } from 'lucide-react';
import { use, useEffect, useState, type MouseEvent } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { createInvalidationQueue } from '@/lib/invalidation-queue';

import { conversationOptions, useAsk, type Conversation } from '../api/conversations';
import { isOpen } from '../model/answer-state';
import { withText, type LiveTexts, type TextEvent } from '../model/live-text';
import { ShowSourceContext } from '../show-source';
import styles from './conversations.module.css';
import { MessageView } from './message-view';
import { QuestionForm } from './question-form';

/** Longer passages are shortened at first. */
const SHORT = 220;

/** The passage that a conversation is about, with a link to its place in the document. */
function QuotedPassage({ conversation: { uuid, passage, selection, document, corpus } }: { conversation: Conversation }) {
  const [isWhole, setWhole] = useState(false);
  const shown = use(ShowSourceContext);
  if (!passage || !document) return null;
  const { page, start, end, quote } = passage;
  const isLong = quote.length > SHORT;
  const show = (event: MouseEvent) => {
    if (shown?.document !== document.uuid || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    shown.show({ number: 0, documentUuid: document.uuid, title: document.title, page, start, end, quote, spans: selection });
  };
  return (
    <section className={styles['passage']} aria-label={t`Selected passage`}>
      <TextQuote aria-hidden="true" />
      <div className={styles['quoted']}>
        <q data-short={!isWhole || undefined}>{quote}</q>
        <span className={styles['choices']}>
          <Link
            to="/d/$uuid"
            params={{ uuid: document.uuid }}
            search={{ ...(corpus && { c: corpus.uuid }), page, from: start, to: end, conversation: uuid }}
            className="muted small truncate"
            onClick={show}
          >
            {t`${document.title}, page ${page}`}
          </Link>
          {isLong && (
            <Button size="small" variant="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? t`Show less` : t`Show all`}
            </Button>
          )}
        </span>
      </div>
    </section>
  );
}

/** Return the words of answers while they are written. The stored conversation is fetched when a message changes its state. */
function useAnswerStream(uuid: string, isStreamed: boolean): LiveTexts {
  const queryClient = useQueryClient();
  const [texts, setTexts] = useState<LiveTexts>({});
  useEffect(() => {
    if (!isStreamed) return undefined;
    const source = new EventSource(`/api/v1/conversations/${uuid}/stream`);
    // The server repeats the events of earlier answers.
    const invalidate = createInvalidationQueue((queryKey) => queryClient.invalidateQueries({ queryKey }));
    const refresh = () => invalidate([conversationOptions(uuid).queryKey]);
    source.addEventListener('text', ({ data }: MessageEvent<string>) => setTexts((before) => withText(before, JSON.parse(data) as TextEvent)));
    for (const event of ['message', 'tool_call', 'proposal', 'reset']) source.addEventListener(event, refresh);
    return () => {
      source.close();
      setTexts({});
    };
  }, [queryClient, uuid, isStreamed]);
  return texts;
}

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
