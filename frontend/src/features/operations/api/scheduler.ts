import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { problem } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { request, unwrap } from '@/lib/graphql-client';
import { complain } from '@/lib/toasts';

const query = graphql(`
  query Scheduler {
    scheduler {
      policy
      version
    }
  }
`);

const mutation = graphql(
  `
    mutation SetScheduler($input: SetSchedulerInput!) {
      setScheduler(input: $input) {
        scheduler {
          policy
        }
        errors {
          ...Problem
        }
      }
    }
  `,
  [problem],
);

export type Policy = ResultOf<typeof query>['scheduler']['policy'];

export const schedulerOptions = queryOptions({ queryKey: ['operations', 'scheduler'], queryFn: async () => (await request(query)).scheduler });

const setPolicy = async (input: { policy: Policy; version: string }) => unwrap((await request(mutation, { input })).setScheduler);

export function useSetPolicy() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: setPolicy,
    onError: complain,
    onSettled: () => queryClient.invalidateQueries({ queryKey: schedulerOptions.queryKey }),
  });
}
