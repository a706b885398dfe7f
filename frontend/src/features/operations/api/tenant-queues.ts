import { infiniteQueryOptions } from '@tanstack/react-query';

import { pageCursor, userError } from '@/graphql/fragments';
import { graphql, type ResultOf, type VariablesOf } from '@/graphql/graphql';
import { mutate, request } from '@/lib/graphql-client';
import { byCursor } from '@/lib/relay';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const query = graphql(
  `
    query TenantQueues($first: Int!, $after: String, $search: String) {
      tenantQueues(first: $first, after: $after, search: $search) {
        totalCount
        pageInfo {
          ...PageCursor
        }
        edges {
          node {
            id
            uuid
            cap
            weight
            rate
            paused
            version
            running
            waiting
            tenant {
              uuid
              name
              kind
            }
          }
        }
      }
    }
  `,
  [pageCursor],
);

const mutation = graphql(
  `
    mutation SetTenantQueue($input: SetTenantQueueInput!) {
      setTenantQueue(input: $input) {
        tenantQueue {
          version
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

export type TenantQueue = ResultOf<typeof query>['tenantQueues']['edges'][number]['node'];
type Change = VariablesOf<typeof mutation>['input'];

const KEY = ['operations', 'tenants'];
const PAGE = 50;
const POLL = 5_000;

export const tenantQueuesOptions = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, search],
    queryFn: async ({ pageParam }) => (await request(query, { first: PAGE, after: pageParam, search })).tenantQueues,
    ...byCursor,
    refetchInterval: ({ state: { data } }) => POLL * Math.max(1, data?.pages.length ?? 1),
  });

export const useSetTenantQueue = () => useInvalidatingMutation({ mutationFn: (input: Change) => mutate(mutation, input), affected: [KEY] });
