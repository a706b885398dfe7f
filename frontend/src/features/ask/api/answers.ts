import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { markStepDone } from '@/lib/first-steps';
import { requestUntil } from '@/lib/graphql-client';

const query = graphql(`
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

export type Answers = ResultOf<typeof query>['answerQuestion'];
export type Answer = Answers['answers'][number];

/** A question, and what it is about: a corpus, a document, or all that the user may see. */
export interface Asked {
  question: string;
  corpus?: string | undefined;
  document?: string | undefined;
  /** the number of searchable documents of the corpus: when it grows, the question is answered again */
  indexed?: number | undefined;
}

/** Reading takes seconds of processor time, so an answer is kept longer than the results of a search. */
export const answersOptions = ({ question, corpus, document, indexed = 0 }: Asked) =>
  queryOptions({
    queryKey: ['answers', question, corpus, document, indexed],
    queryFn: async ({ signal }) => {
      const { answerQuestion } = await requestUntil(signal, query, { question, corpusId: corpus ?? null, documentId: document ?? null });
      markStepDone('question');
      return answerQuestion;
    },
    staleTime: 300_000,
    retry: false,
  });
