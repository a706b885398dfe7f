import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { graphql, type ResultOf } from '@/graphql/graphql';
import { isStepDone } from '@/lib/first-steps';
import { request } from '@/lib/graphql-client';

const query = graphql(`
  query FirstSteps {
    firstSteps {
      hasDocuments
      hasAnnotations
      hasExtracts
      hasShares
      hasExports
      hasSample
      corpus
      document
    }
  }
`);

/** The tasks that the server knows to be done, and those that only this browser does. */
export type FirstSteps = ResultOf<typeof query>['firstSteps'] & { hasSearched: boolean; hasAsked: boolean };

/** They are requested again when the first documents are there, or the last ones gone. */
export const firstStepsOptions = (hasDocuments?: boolean) =>
  queryOptions({
    queryKey: ['first-steps', hasDocuments],
    queryFn: async (): Promise<FirstSteps> => {
      const { firstSteps } = await request(query);
      return { ...firstSteps, hasSearched: isStepDone('search'), hasAsked: isStepDone('question') };
    },
    placeholderData: keepPreviousData,
  });
