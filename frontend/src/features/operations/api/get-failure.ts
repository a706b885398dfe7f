import { queryOptions } from '@tanstack/react-query';

import { stepFields } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { notFoundError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';

const query = graphql(
  `
    query DeadLetter($id: ID!, $lines: Int!) {
      deadLetter(id: $id) {
        id
        args
        traceback
        job {
          id
          uuid
          steps {
            ...StepFields
          }
          log(limit: $lines) {
            id
            at
            attempt
            level
            message
            fields
          }
        }
      }
    }
  `,
  [stepFields],
);

export type FailureDetail = NonNullable<ResultOf<typeof query>['deadLetter']>;

const MAX_LINES = 1_000;

async function fetchFailure(id: string): Promise<FailureDetail> {
  const { deadLetter } = await request(query, { id, lines: MAX_LINES });
  if (!deadLetter) throw notFoundError();
  return deadLetter;
}

export const failureOptions = (id: string) => queryOptions({ queryKey: ['operations', 'failure', id], queryFn: () => fetchFailure(id) });
