import { queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { requestUntil } from '@/lib/graphql-client';

const query = graphql(`
  query Answers($question: String!, $corpusId: ID) {
    answerQuestion(question: $question, corpusId: $corpusId) {
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
      }
    }
  }
`);

export type Answers = ResultOf<typeof query>['answerQuestion'];
export type Answer = Answers['answers'][number];

/** `indexed`: as for the search. Reading takes seconds of processor time, so an answer is kept longer than results. */
export const answersOptions = (question: string, corpus: string | undefined, indexed = 0) =>
  queryOptions({
    queryKey: ['answers', question, corpus, indexed],
    queryFn: async ({ signal }) => (await requestUntil(signal, query, { question, corpusId: corpus ?? null })).answerQuestion,
    staleTime: 300_000,
    retry: false,
  });
