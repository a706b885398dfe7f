// Cancel and retry: the two things that people do to a job.
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { problem } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { request, unwrap } from '@/lib/graphql-client';
import { complain } from '@/lib/toasts';

const cancelMutation = graphql(
  `
    mutation CancelJob($input: CancelJobInput!) {
      cancelJob(input: $input) {
        job {
          id
          state
        }
        errors {
          ...Problem
        }
      }
    }
  `,
  [problem],
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
          ...Problem
        }
      }
    }
  `,
  [problem],
);

const cancelJob = async (uuid: string) => unwrap((await request(cancelMutation, { input: { id: uuid } })).cancelJob);
const retryJob = async (uuid: string) => unwrap((await request(retryMutation, { input: { id: uuid } })).retryJob);

const TOUCHED = ['jobs', 'job', 'document', 'documents', 'corpus-documents', 'upload-states', 'executions', 'operations'];

const refresh = (queryClient: QueryClient) => Promise.all(TOUCHED.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));

function useJobChange<Result>(mutationFn: (uuid: string) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onError: complain,
    onSettled: () => refresh(queryClient),
  });
}

export const useCancelJob = () => useJobChange(cancelJob);
export const useRetryJob = () => useJobChange(retryJob);
