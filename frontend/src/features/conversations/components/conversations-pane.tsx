import { t } from '@lingui/core/macro';
import { MessageCircleQuestion, Plus } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';

import type { Scope } from '../api/conversations';
import { useStartConversation } from '../api/start-conversation';
import { ConversationList } from './conversation-list';
import { ConversationView } from './conversation-view';
import styles from './conversations.module.css';
import { Examples } from './examples';
import { QuestionForm } from './question-form';

interface ConversationsPaneProps {
  scope: Scope;
  /** the title of the corpus that is asked; without it, all documents are */
  corpusTitle?: string | undefined;
  selected: string | undefined;
  onSelect: (uuid: string | undefined) => void;
}

function NewConversation({ scope, corpusTitle, onSelect }: Omit<ConversationsPaneProps, 'selected'>) {
  const start = useStartConversation(scope, onSelect);
  return (
    <>
      <div className={styles['messages']}>
        <Notice
          icon={<MessageCircleQuestion />}
          title={corpusTitle === undefined ? t`Ask your documents` : t`Ask “${corpusTitle}”`}
          action={<Examples busy={start.isPending} onAsk={(question) => start.mutate(question)} />}
        >
          {t`Ask in whole sentences. Each sentence of an answer names its sources: choose one to see the words in their document.`}
        </Notice>
      </div>
      <QuestionForm
        corpus={scope.corpus}
        label={t`Question`}
        placeholder={t`When does the lease end?`}
        busy={start.isPending}
        error={start.error}
        onAsk={(question, done) => start.mutate(question, { onSuccess: done })}
      />
    </>
  );
}

/** Conversations about documents: the list, and the chosen one or a new one. */
export function ConversationsPane({ scope, corpusTitle, selected, onSelect }: ConversationsPaneProps) {
  return (
    <div className={styles['pane']}>
      <aside className={styles['side']}>
        <Button icon={<Plus aria-hidden="true" />} disabled={selected === undefined} onClick={() => onSelect(undefined)}>
          {t`New conversation`}
        </Button>
        <ConversationList {...{ scope, selected, onSelect }} />
      </aside>
      <div className={styles['main']}>{selected === undefined ? <NewConversation {...{ scope, corpusTitle, onSelect }} /> : <ConversationView key={selected} uuid={selected} />}</div>
    </div>
  );
}
