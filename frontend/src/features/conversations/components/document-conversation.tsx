import { t } from '@lingui/core/macro';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, MessageCircleQuestion, TextQuote, X } from 'lucide-react';
import { useMemo, useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { isNotFound } from '@/lib/errors';
import { nodes } from '@/lib/relay';

import { conversationOptions, documentConversationsOptions, type Conversation } from '../api/conversations';
import { useStartConversation } from '../api/start-conversation';
import { usePassage, type Passage } from '../model/passage-store';
import { ShowSourceContext } from '../show-source';
import type { Source } from '../model/sources';
import { ConversationView } from './conversation-view';
import styles from './conversations.module.css';
import { Examples } from './examples';
import { QuestionForm } from './question-form';

interface DocumentConversationProps {
  document: string;
  /** the corpus in which the document is open */
  corpus: string | undefined;
  /** the conversation in which a source of the document was chosen; it may be about more than the document */
  opened: string | undefined;
  onShow: (source: Source) => void;
}

function SelectedPassage({ passage, onRemove }: { passage: Passage; onRemove: () => void }) {
  return (
    <div className={styles['passage']}>
      <TextQuote aria-hidden="true" />
      <q>{passage.quote}</q>
      <IconButton label={t`Ask about the whole document`} icon={<X />} onClick={onRemove} />
    </div>
  );
}

type Titled = Pick<Conversation, 'uuid' | 'title'>;

interface NewConversationProps extends Omit<DocumentConversationProps, 'onShow' | 'opened'> {
  passage: Passage | undefined;
  onStarted: (uuid: string) => void;
}

function NewConversation({ document, corpus, passage, onStarted }: NewConversationProps) {
  const askAbout = usePassage((state) => state.askAbout);
  const start = useStartConversation({ corpus, document, selection: passage?.spans }, (uuid) => {
    askAbout(null);
    onStarted(uuid);
  });
  return (
    <>
      <div className={styles['messages']}>
        {passage ? (
          <SelectedPassage passage={passage} onRemove={() => askAbout(null)} />
        ) : (
          <Notice
            icon={<MessageCircleQuestion />}
            title={t`Ask this document`}
            action={<Examples busy={start.isPending} onAsk={(question) => start.mutate(question)} />}
          >
            {t`Each sentence of an answer names its sources: choose one to see the words on their page, and to label them.`}
          </Notice>
        )}
      </div>
      <QuestionForm
        key={passage?.quote}
        corpus={corpus}
        document={document}
        label={passage ? t`Question about this passage` : t`Question about this document`}
        placeholder={passage ? t`What does this mean?` : t`When does it end?`}
        busy={start.isPending}
        error={start.error}
        onAsk={(question, done) => start.mutate(question, { onSuccess: done })}
      />
    </>
  );
}

/** Return the conversations, and the opened one before them if they have it not. */
const withOpened = (opened: Titled | undefined, conversations: readonly Titled[]): readonly Titled[] => (!opened || conversations.some(({ uuid }) => uuid === opened.uuid) ? conversations : [opened, ...conversations]);

/** The way back from a source to the page of its conversation. */
function BackLink({ conversation: { uuid, corpus } }: { conversation: Conversation }) {
  const content = (
    <>
      <ArrowLeft aria-hidden="true" /> {t`Back to the conversation`}
    </>
  );
  if (!corpus) return <Link to="/ask" search={{ conversation: uuid }} className={styles['back']}>{content}</Link>;
  return <Link to="/c/$uuid" params={{ uuid: corpus.uuid }} search={{ tab: 'ask', conversation: uuid }} className={styles['back']}>{content}</Link>;
}

interface SelectProps {
  conversations: readonly Titled[];
  selected: string;
  onChoose: (uuid: string) => void;
}

function ConversationSelect({ conversations, selected, onChoose }: SelectProps) {
  if (conversations.length === 0) return null;
  return (
    <Select label={t`Conversation`} value={selected} onChange={({ target }) => onChoose(target.value)}>
      <option value="">{t`New conversation`}</option>
      {conversations.map(({ uuid, title }) => (
        <option key={uuid} value={uuid}>
          {title}
        </option>
      ))}
    </Select>
  );
}

/** Return the opened conversation and the chosen one. A copied address may open one that only its owner sees. */
function useChosen(opened: string | undefined) {
  const [chosen, setChosen] = useState(opened);
  const { data: source, error } = useQuery({ ...conversationOptions(opened ?? ''), enabled: opened !== undefined });
  const isHidden = isNotFound(error) && chosen === opened;
  return { source, chosen: isHidden ? undefined : chosen, setChosen };
}

/** Conversations about the open document: the one in which it was opened at first, or the newest one. */
export function DocumentConversation({ document, corpus, opened, onShow }: DocumentConversationProps) {
  const list = useInfiniteQuery(documentConversationsOptions(document, corpus));
  const { source, chosen, setChosen } = useChosen(opened);
  const { passage, askAbout } = usePassage();
  const asked = passage?.document === document ? passage : undefined;
  const shown = useMemo(() => ({ document, show: onShow }), [document, onShow]);
  if (list.isPending) return <SkeletonRows label={t`Loading the conversations`} />;
  if (list.isError) return <ErrorNotice title={t`The conversations could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />;
  const conversations = list.data.pages.flatMap(nodes);
  const selected = asked ? '' : (chosen ?? conversations[0]?.uuid ?? '');
  const choose = (uuid: string) => {
    askAbout(null);
    setChosen(uuid);
  };
  return (
    <ShowSourceContext value={shown}>
      <div className={styles['panel']}>
        {source && <BackLink conversation={source} />}
        <ConversationSelect conversations={withOpened(source, conversations)} selected={selected} onChoose={choose} />
        {list.hasNextPage && (
          <Button size="small" variant="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t`Load earlier conversations`}
          </Button>
        )}
        {selected === '' ? <NewConversation {...{ document, corpus }} passage={asked} onStarted={setChosen} /> : <ConversationView key={selected} uuid={selected} />}
      </div>
    </ShowSourceContext>
  );
}
