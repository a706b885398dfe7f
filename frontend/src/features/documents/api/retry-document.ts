import { useMutation, useQueryClient } from '@tanstack/react-query';

import { problem } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { request, unwrap } from '@/lib/graphql-client';
import { complain } from '@/lib/toasts';

const mutation = graphql(
  `
    mutation RetryDocument($input: RetryDocumentInput!) {
      retryDocument(input: $input) {
        document {
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

interface Retry {
  uuid: string;
  /** one that shall read it from now on; empty for the usual one; absent: as last time */
  parser?: string;
}

const retryDocument = async ({ uuid, parser }: Retry) =>
  unwrap((await request(mutation, { input: { id: uuid, ...(parser !== undefined && { parser }) } })).retryDocument);

export function useRetryDocument() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: retryDocument,
    onError: complain,
    onSettled: (_data, _error, { uuid }) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['documents'] }),
        queryClient.invalidateQueries({ queryKey: ['document', uuid] }),
        queryClient.invalidateQueries({ queryKey: ['corpus-documents'] }),
        queryClient.invalidateQueries({ queryKey: ['upload-states'] }),
      ]),
  });
}
