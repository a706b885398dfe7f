import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { MessageCircleQuestion, X } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';

import { answersOptions, type Answer, type Answers } from '../api/answers';
import { useQuestions } from '../model/questions-store';
import { AnswerQuote, certainty } from './answer-quote';
import styles from './ask.module.css';

const SHOWN = 3;
const POLL_MS = 5_000;
const NONE: readonly string[] = [];

const focus = (input: HTMLInputElement | null) => input?.focus();

function NoAnswer({ passageCount, isComplete }: Answers) {
  if (passageCount === 0) return <>{t`This document is not prepared for questions yet. They are answered once it is in a corpus whose action “Index for search” has run.`}</>;
  return <>{isComplete ? t`Nothing in this document answers this question.` : t`Nothing that was read answers this question, and there was no time to read all of the document: ask with words of it.`}</>;
}

interface QuestionProps {
  document: string;
  question: string;
  onShow: (answer: Answer) => void;
}

function Question({ document, question, onShow }: QuestionProps) {
  const { isPending, isError, error, data, refetch } = useQuery({
    ...answersOptions({ question, document }),
    // Until the document is prepared.
    refetchInterval: ({ state }) => (state.data?.passageCount === 0 ? POLL_MS : false),
  });
  const remove = useQuestions((state) => state.remove);
  return (
    <li className={styles['question']}>
      <div className={styles['asked']}>
        <h3>{question}</h3>
        <IconButton label={t`Remove this question`} icon={<X />} onClick={() => remove(document, question)} />
      </div>
      {isPending && <SkeletonRows rows={1} label={t`Reading the best passages`} />}
      {isError && <ErrorNotice title={t`The question could not be answered`} error={error} onRetry={() => void refetch()} />}
      {data?.answers.length === 0 && (
        <p role="status" className="muted small">
          <NoAnswer {...data} />
        </p>
      )}
      {data && data.answers.length > 0 && (
        <ol aria-label={t`Answers to “${question}”`}>
          {data.answers.slice(0, SHOWN).map((answer) => (
            <li key={answer.start}>
              <button type="button" className={styles['answer']} onClick={() => onShow(answer)}>
                <AnswerQuote answer={answer} />
                <span className="muted small">
                  {t`Page ${answer.page} · ${certainty(answer)}`}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

/** Questions about the open document, answered in its words. `onShow` selects an answer in the document, to label it. */
export function AskPanel({ document, onShow }: Omit<QuestionProps, 'question'>) {
  const { questions, ask } = useQuestions();
  const [draft, setDraft] = useState('');
  const asked = questions[document] ?? NONE;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask(document, draft.trim());
    setDraft('');
  };
  return (
    <div className={styles['panel']}>
      <form className={styles['form']} onSubmit={submit}>
        <input aria-label={t`Question about this document`} placeholder={t`When does it end?`} maxLength={1000} ref={focus} value={draft} onChange={(event) => setDraft(event.target.value)} />
        <Button type="submit" variant="primary" size="small" disabled={draft.trim() === ''}>
          {t`Ask`}
        </Button>
      </form>
      {asked.length === 0 && (
        <Notice icon={<MessageCircleQuestion />} title={t`Ask this document`}>
          {t`The offline reader marks the answer in the words of the document. Choose an answer to see it on its page, and to label it.`}
        </Notice>
      )}
      <ul className={styles['questions']} aria-label={t`Questions`}>
        {asked.map((question) => (
          <Question key={question} {...{ document, question, onShow }} />
        ))}
      </ul>
    </div>
  );
}
