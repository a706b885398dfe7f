import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

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

const retry = ({ uuid, parser }: Retry) => mutate(mutation, { id: uuid, ...(parser !== undefined && { parser }) });

async function retryAll(retries: readonly Retry[]): Promise<void> {
  for (const each of retries) {
    // oxlint-disable-next-line no-await-in-loop -- the first failure stops the rest
    await retry(each);
  }
}

export const useRetryDocument = () => useInvalidatingMutation({ mutationFn: retry });

export const useRetryDocuments = () => useInvalidatingMutation({ mutationFn: retryAll });
