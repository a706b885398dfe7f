import { queryOptions } from '@tanstack/react-query';

import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { mutate, request } from '@/lib/graphql-client';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

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
          ...UserError
        }
      }
    }
  `,
  [userError],
);

export type Policy = ResultOf<typeof query>['scheduler']['policy'];

export const schedulerOptions = queryOptions({ queryKey: ['operations', 'scheduler'], queryFn: async () => (await request(query)).scheduler });

export const useSetPolicy = () =>
  useInvalidatingMutation({
    mutationFn: (input: { policy: Policy; version: string }) => mutate(mutation, input),
    affected: [schedulerOptions.queryKey],
  });
