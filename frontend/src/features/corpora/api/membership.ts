import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';

import { offerUndo } from '@/features/edits/replay-edits';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { may, type Permitted } from '@/lib/permissions';
import { showToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';
import { uuidv7 } from '@/lib/uuid';

const addition = graphql(
  `
    mutation AddDocumentsToCorpus($input: AddDocumentsToCorpusInput!) {
      addDocumentsToCorpus(input: $input) {
        added
        corpus {
          id
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

const removal = graphql(
  `
    mutation RemoveDocumentsFromCorpus($input: RemoveDocumentsFromCorpusInput!) {
      removeDocumentsFromCorpus(input: $input) {
        removed
        corpus {
          id
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

export interface Membership {
  corpusId: string;
  documentIds: string[];
}

/** Add documents. The payload says how many were not in the corpus before. */
export const addDocuments = (input: Membership) => mutate(addition, input);

export function useAddDocuments() {
  const queryClient = useQueryClient();
  return useInvalidatingMutation({
    mutationFn: async (input: Membership) => {
      const group = uuidv7();
      return { ...(await mutate(addition, { ...input, group })), group };
    },
    onSuccess: ({ added: count, corpus, group }) => {
      const added = count ?? 0;
      const title = corpus?.title ?? '';
      const text = corpus
        ? plural(added, { one: `Added # document to “${title}”.`, other: `Added # documents to “${title}”.` })
        : plural(added, { one: 'Added # document.', other: 'Added # documents.' });
      showToast(added > 0 ? { text, ...offerUndo(queryClient, group) } : { text: t`Already in this corpus.` });
    },
  });
}

/** Remove documents. Owners of documents may do that without the permission to edit the corpus, which undoing it needs. */
export function useRemoveDocuments(corpus: Permitted) {
  const queryClient = useQueryClient();
  return useInvalidatingMutation({
    mutationFn: async (input: Membership) => {
      const group = uuidv7();
      return { ...(await mutate(removal, { ...input, group })), group };
    },
    onSuccess: ({ removed, group }) => {
      const text = t`Removed ${plural(removed, { one: '# document', other: '# documents' })} from this corpus.`;
      showToast({ text, ...(may(corpus, 'EDIT') && offerUndo(queryClient, group)) });
    },
  });
}
