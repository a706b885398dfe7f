import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const mutation = graphql(
  `
    mutation RetryDocument($input: RetryDocumentInput!) {
      retryDocument(input: $input) {
        document {
          id
          state
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

interface Retry {
  uuid: string;
  /** parser to use from now on; empty: the default parser; absent: the same as last time */
  parser?: string;
}

export const useRetryDocument = () =>
  useInvalidatingMutation({
    mutationFn: ({ uuid, parser }: Retry) => mutate(mutation, { id: uuid, ...(parser !== undefined && { parser }) }),
    affected: ({ uuid }) => [...keysOf('documents', 'corpus-documents', 'upload-states'), ['document', uuid]],
  });
