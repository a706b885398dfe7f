import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { ignoreError, keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const mutation = graphql(
  `
    mutation CreateCorpus($input: CreateCorpusInput!) {
      createCorpus(input: $input) {
        corpus {
          id
          uuid
          title
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

interface NewCorpus {
  title: string;
  description: string;
}

export const useCreateCorpus = () =>
  useInvalidatingMutation({ mutationFn: async (input: NewCorpus) => (await mutate(mutation, input)).corpus, affected: keysOf('corpora'), onError: ignoreError });
