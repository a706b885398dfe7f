import { useDeletion } from '@/features/bin/api/restore';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { quoted } from '@/lib/format';
import { mutate } from '@/lib/graphql-client';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const creation = graphql(
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

const deletion = graphql(
  `
    mutation DeleteLabel($input: DeleteLabelInput!) {
      deleteLabel(input: $input) {
        deletedId
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
    mutationFn: async (input: NewLabel) => (await mutate(creation, input)).label,
    affected: ({ corpusId }) => [['corpus', corpusId]],
    onError: ignoreError,
  });

interface LabelDeletion {
  uuid: string;
  name: string;
  /** otherwise a label in use is refused */
  withAnnotations: boolean;
}

export const useDeleteLabel = (onError: (error: Error) => void) =>
  useDeletion({
    mutationFn: ({ uuid, withAnnotations }: LabelDeletion) => mutate(deletion, { id: uuid, withAnnotations }),
    uuids: ({ uuid }) => [uuid],
    text: ({ name, withAnnotations }) => `Moved ${quoted(name)}${withAnnotations ? ' and its annotations' : ''} to the bin.`,
    onError,
  });
