import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import { pagePlace, problem } from '@/graphql/fragments';
import { graphql, type ResultOf, type VariablesOf } from '@/graphql/graphql';
import { request, unwrap } from '@/lib/graphql-client';
import { byCursor } from '@/lib/relay';
import { complain } from '@/lib/toasts';

const query = graphql(
  `
    query TenantQueues($first: Int!, $after: String, $search: String) {
      tenantQueues(first: $first, after: $after, search: $search) {
        totalCount
        pageInfo {
          ...PagePlace
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
  [pagePlace],
);

const mutation = graphql(
  `
    mutation SetTenantQueue($input: SetTenantQueueInput!) {
      setTenantQueue(input: $input) {
        tenantQueue {
          version
        }
        errors {
          ...Problem
        }
      }
    }
  `,
  [problem],
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

const setTenantQueue = async (input: Change) => unwrap((await request(mutation, { input })).setTenantQueue);

export function useSetTenantQueue() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: setTenantQueue,
    onError: complain,
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
