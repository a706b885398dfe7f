import { t } from '@lingui/core/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessageCircleQuestion } from 'lucide-react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { markStepDone } from '@/lib/first-steps';
import { requestUntil } from '@/lib/graphql-client';

import styles from './answers.module.css';

const answersQuery = graphql(`
  query Answers($question: String!, $corpusId: ID, $documentId: ID) {
    answerQuestion(question: $question, corpusId: $corpusId, documentId: $documentId) {
      isComplete
      passageCount
      answers {
        document {
          uuid
          title
        }
        page
        start
        end
        text
        before
        after
        probability
        spans {
          page
          first
          last
        }
      }
    }
  }
`);

type Answer = ResultOf<typeof answersQuery>['answerQuestion']['answers'][number];

/** A question, and what it is about: a corpus, a document, or all that the user may see. */
interface Asked {
  question: string;
  corpus?: string | undefined;
  document?: string | undefined;
  /** the number of searchable documents of the corpus: when it grows, the question is answered again */
  indexed?: number | undefined;
}

/** Reading takes seconds of processor time, so an answer is kept longer than the results of a search. */
const answersOptions = ({ question, corpus, document, indexed = 0 }: Asked) =>
  queryOptions({
    queryKey: ['answers', question, corpus, document, indexed],
    queryFn: async ({ signal }) => {
      const { answerQuestion } = await requestUntil(signal, answersQuery, { question, corpusId: corpus ?? null, documentId: document ?? null });
      markStepDone('question');
      return answerQuestion;
    },
    staleTime: 300_000,
    retry: false,
  });

/** The words that answer a question, in their sentence. */
function AnswerQuote({ answer: { before, text, after } }: { answer: Answer }) {
  return (
    <span className={styles['quote']}>
      {before}
      <mark>{text}</mark>
      {after}
    </span>
  );
}

const certainty = ({ probability }: Answer) => t`${Math.round(100 * probability)}% certain`;

const SHOWN = 3;

function AnswerLink({ answer, corpus }: { answer: Answer; corpus: string | undefined }) {
  const { document, page, start, end } = answer;
  return (
    <li>
      <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ ...(corpus && { c: corpus }), page, from: start, to: end }} className={styles['answer']}>
        <AnswerQuote answer={answer} />
        <span className="muted small">
          {t`${document.title}, page ${page}`} · {certainty(answer)}
        </span>
      </Link>
    </li>
  );
}

interface AnswersProps {
  question: string;
  corpus: string | undefined;
  indexed: number | undefined;
}

/** The answers to a question, in the words of the documents. */
export function Answers({ question, corpus, indexed }: AnswersProps) {
  const query = useQuery(answersOptions({ question, corpus, indexed }));
  return (
    <section aria-labelledby="answers-title" className={styles['answers']}>
      <h2 id="answers-title">
        <MessageCircleQuestion /> {t`Answer`}
      </h2>
      {query.isPending && <SkeletonRows rows={1} label={t`Reading the best passages`} />}
      {query.isError && <ErrorNotice title={t`The question could not be answered`} error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.answers.length === 0 && (
        <p role="status" className="muted">
          {query.data.isComplete ? t`No passage answers this question.` : t`No passage answers this question. There was no time to read all of the passages that were found.`}
        </p>
      )}
      {query.data && query.data.answers.length > 0 && (
        <>
          <ol aria-label={t`Answers`}>
            {query.data.answers.slice(0, SHOWN).map((answer) => (
              <AnswerLink key={answer.document.uuid + answer.start} {...{ answer, corpus }} />
            ))}
          </ol>
          <p className="muted small">{t`Marked by the offline reader in the words of your documents. Open an answer to check it.`}</p>
        </>
      )}
    </section>
  );
}
