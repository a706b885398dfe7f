import { queryOptions } from '@tanstack/react-query';

import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate, request } from '@/lib/graphql-client';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

// The services that Cartulary calls, and their circuit breakers.

export const servicesQuery = graphql(`
  query Services {
    circuitBreakers {
      name
      kind
      title
      target
      owner
      tenant {
        name
      }
      state
      isSwitchedOff
      failureCount
      totalCalls
      failedCalls
      rejectedCalls
      reason
      secondsLeft
      lastFailureTime
      lastStateChange
    }
  }
`);

const resetMutation = graphql(
  `
    mutation ResetCircuitBreaker($input: ResetCircuitBreakerInput!) {
      resetCircuitBreaker(input: $input) {
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const openMutation = graphql(
  `
    mutation OpenCircuitBreaker($input: OpenCircuitBreakerInput!) {
      openCircuitBreaker(input: $input) {
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const POLL = 3_000;

export const servicesOptions = queryOptions({
  queryKey: ['operations', 'services'],
  queryFn: async () => (await request(servicesQuery)).circuitBreakers,
  refetchInterval: POLL,
});

const affected = [servicesOptions.queryKey];

export const useSendAgain = () => useInvalidatingMutation({ mutationFn: (name: string) => mutate(resetMutation, { name }), affected });

export const useSwitchOff = () =>
  useInvalidatingMutation({ mutationFn: (input: { name: string; reason: string }) => mutate(openMutation, input), affected, onError: ignoreError });
