import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const mutation = graphql(
  `
    mutation CreateLabel($input: CreateLabelInput!) {
      createLabel(input: $input) {
        label {
          id
          uuid
          name
          color
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

interface NewLabel {
  corpusId: string;
  name: string;
  color: string;
}

export const useCreateLabel = () =>
  useInvalidatingMutation({
    mutationFn: async (input: NewLabel) => (await mutate(mutation, input)).label,
    affected: ({ corpusId }) => [['corpus', corpusId]],
    onError: ignoreError,
  });
