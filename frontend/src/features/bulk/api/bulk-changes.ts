// Changes of all documents that a filter selects: start one, follow it, cancel it, undo it.
import { queryOptions } from '@tanstack/react-query';

import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf, type VariablesOf } from '@/graphql/graphql';
import { pollInterval } from '@/lib/connection';
import { mutate, request } from '@/lib/graphql-client';
import { ignoreError, keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const bulkChange = graphql(`
  fragment BulkChange on BulkChange {
    id
    kind
    state
    isUndone
    canUndo
    total
    processed
    changed
    restored
    job
    skipped {
      code
      count
    }
    error {
      code
      message
    }
  }
`);

const query = graphql(
  `
    query BulkChange($id: ID!) {
      node(id: $id) {
        ... on BulkChange {
          ...BulkChange
        }
      }
    }
  `,
  [bulkChange],
);

const createMutation = graphql(
  `
    mutation CreateBulkChange($input: CreateBulkChangeInput!) {
      createBulkChange(input: $input) {
        bulkChange {
          ...BulkChange
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [bulkChange, userError],
);

const undoMutation = graphql(
  `
    mutation UndoBulkChange($input: UndoBulkChangeInput!) {
      undoBulkChange(input: $input) {
        bulkChange {
          ...BulkChange
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [bulkChange, userError],
);

const cancelMutation = graphql(
  `
    mutation CancelBulkChange($input: CancelJobInput!) {
      cancelJob(input: $input) {
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

export type BulkChange = ResultOf<typeof bulkChange>;
export type BulkChangeInput = VariablesOf<typeof createMutation>['input'];
export type BulkKind = BulkChangeInput['kind'];

const POLL_MS = 800;

/** The lists that a change of many documents is about. */
const LISTS = keysOf('documents', 'corpus-documents', 'corpus-labels', 'document-labels', 'folders', 'corpus', 'corpora', 'bin', 'document', 'jobs');

export const bulkChangeOptions = (id: string) =>
  queryOptions({
    queryKey: ['bulk-changes', id],
    queryFn: async (): Promise<BulkChange | null> => {
      const { node } = await request(query, { id });
      return node && 'state' in node ? node : null;
    },
    refetchInterval: ({ state: { data } }) => (data?.state === 'WAITING' ? pollInterval(POLL_MS) : false),
  });

export const useCreateBulkChange = () =>
  useInvalidatingMutation({ mutationFn: async (input: BulkChangeInput) => (await mutate(createMutation, input)).bulkChange, affected: keysOf('jobs', 'documents', 'corpus-documents'), onError: ignoreError });

export const useUndoBulkChange = () => useInvalidatingMutation({ mutationFn: async (id: string) => (await mutate(undoMutation, { id })).bulkChange, affected: keysOf('bulk-changes', 'jobs') });

export const useCancelBulkChange = () => useInvalidatingMutation({ mutationFn: (job: string) => mutate(cancelMutation, { id: job }), affected: keysOf('bulk-changes', 'jobs') });

/** Refetches the lists once a change has ended. */
export const CHANGED_LISTS = LISTS;
