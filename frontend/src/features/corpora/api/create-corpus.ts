import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

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

const sampleMutation = graphql(
  `
    mutation CreateSampleCorpus($input: CreateSampleCorpusInput!) {
      createSampleCorpus(input: $input) {
        corpus {
          uuid
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
  useInvalidatingMutation({ mutationFn: async (input: NewCorpus) => (await mutate(mutation, input)).corpus, onError: ignoreError });

/** Create a corpus with sample documents; a user has it once. */
export const useCreateSample = () =>
  useInvalidatingMutation({ mutationFn: async () => (await mutate(sampleMutation, {})).corpus });
