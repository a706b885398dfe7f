import { queryOptions } from '@tanstack/react-query';

import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf, type VariablesOf } from '@/graphql/graphql';
import { pollInterval } from '@/lib/connection';
import { mutate, request } from '@/lib/graphql-client';
import { sendJson } from '@/lib/http';
import { ignoreError, keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const mutation = graphql(
  `
    mutation CopyCorpus($input: CopyCorpusInput!) {
      copyCorpus(input: $input) {
        corpusCopy {
          corpus {
            uuid
          }
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const query = graphql(`
  query CorpusCopy($id: ID!) {
    corpus(id: $id) {
      copy {
        state
        total
        documents
        leftOut
        job
        source {
          uuid
          title
        }
        error {
          code
          message
        }
      }
    }
  }
`);

type CopyInput = VariablesOf<typeof mutation>['input'];
export type CopyPart = NonNullable<CopyInput['parts']>[number];
export type CorpusCopy = NonNullable<NonNullable<ResultOf<typeof query>['corpus']>['copy']>;

const POLL_MS = 1_000;

export const useCopyCorpus = () =>
  useInvalidatingMutation({ mutationFn: async (input: CopyInput) => (await mutate(mutation, input)).corpusCopy?.corpus, affected: keysOf('jobs'), onError: ignoreError });

const useJobCommand = (command: 'cancel' | 'retry') =>
  useInvalidatingMutation({ mutationFn: (job: string) => sendJson(`/api/v1/jobs/${job}/${command}`, 'POST'), affected: keysOf('corpus', 'jobs') });

export const useStopCopying = () => useJobCommand('cancel');
export const useResumeCopying = () => useJobCommand('retry');

/** Query options of the report of a copy; null if it is no copy, or that of another user. */
export const corpusCopyOptions = (uuid: string) =>
  queryOptions({
    queryKey: ['corpus', uuid, 'copy'],
    queryFn: async () => (await request(query, { id: uuid })).corpus?.copy ?? null,
    refetchInterval: ({ state: { data } }) => data?.state === 'WAITING' && pollInterval(POLL_MS),
  });
