import { t } from '@lingui/core/macro';

import { useDeletion } from '@/features/bin/api/restore';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { quoted } from '@/lib/format';
import { mutate } from '@/lib/graphql-client';

const mutation = graphql(
  `
    mutation DeleteCorpus($input: DeleteCorpusInput!) {
      deleteCorpus(input: $input) {
        deletedId
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

export const useDeleteCorpus = (onSuccess: () => void) =>
  useDeletion({
    mutationFn: ({ uuid }: { uuid: string; title: string }) => mutate(mutation, { id: uuid }),
    uuids: ({ uuid }) => [uuid],
    text: ({ title }) => t`Moved ${quoted(title)} to the bin.`,
    onSuccess,
  });
