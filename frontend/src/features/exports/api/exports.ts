import { infiniteQueryOptions } from '@tanstack/react-query';

import { pageCursor, userError } from '@/graphql/fragments';
import { graphql, type ResultOf, type VariablesOf } from '@/graphql/graphql';
import { pollInterval } from '@/lib/connection';
import { mutate, request } from '@/lib/graphql-client';
import { byCursor, nodes } from '@/lib/relay';
import { keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const query = graphql(
  `
    query Exports($first: Int!, $after: String) {
      exports(first: $first, after: $after) {
        totalCount
        pageInfo {
          ...PageCursor
        }
        edges {
          node {
            id
            uuid
            format
            filename
            state
            progress
            rows
            size
            job
            created
            expires
            corpus {
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
    }
  `,
  [pageCursor],
);

const urlQuery = graphql(`
  query ExportUrl($id: ID!) {
    node(id: $id) {
      ... on Export {
        downloadUrl
      }
    }
  }
`);

const createMutation = graphql(
  `
    mutation CreateExport($input: CreateExportInput!) {
      createExport(input: $input) {
        export {
          uuid
          filename
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const deleteMutation = graphql(
  `
    mutation DeleteExport($input: DeleteExportInput!) {
      deleteExport(input: $input) {
        deletedId
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

export type Export = ResultOf<typeof query>['exports']['edges'][number]['node'];
export type CreateExportInput = VariablesOf<typeof createMutation>['input'];

const PAGE = 50;
const POLL_MS = 1_500;

export const exportsOptions = infiniteQueryOptions({
  queryKey: ['exports'],
  queryFn: async ({ pageParam }) => (await request(query, { first: PAGE, after: pageParam })).exports,
  ...byCursor,
  refetchInterval: ({ state: { data } }) => (data?.pages.flatMap(nodes).some(({ state }) => state === 'WAITING') ? pollInterval(POLL_MS * data.pages.length) : false),
});

export const useCreateExport = () => useInvalidatingMutation({ mutationFn: (input: CreateExportInput) => mutate(createMutation, input), affected: keysOf('exports', 'jobs') });

/** Deletes an export and its file. One that is being written is cancelled. */
export const useDeleteExport = () => useInvalidatingMutation({ mutationFn: (id: string) => mutate(deleteMutation, { id }), affected: keysOf('exports', 'jobs', 'notifications') });

/** Return a signed address of the file, which works for some minutes. */
export async function exportUrl(id: string): Promise<string | null> {
  const { node } = await request(urlQuery, { id });
  return (node && 'downloadUrl' in node && node.downloadUrl) || null;
}
