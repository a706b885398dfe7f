import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const cancelMutation = graphql(
  `
    mutation CancelJob($input: CancelJobInput!) {
      cancelJob(input: $input) {
        job {
          id
          state
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const retryMutation = graphql(
  `
    mutation RetryJob($input: RetryJobInput!) {
      retryJob(input: $input) {
        job {
          id
          state
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const AFFECTED = keysOf('jobs', 'job', 'document', 'documents', 'corpus-documents', 'upload-states', 'executions', 'operations');

export const useCancelJob = () => useInvalidatingMutation({ mutationFn: (id: string) => mutate(cancelMutation, { id }), affected: AFFECTED });
export const useRetryJob = () => useInvalidatingMutation({ mutationFn: (id: string) => mutate(retryMutation, { id }), affected: AFFECTED });
