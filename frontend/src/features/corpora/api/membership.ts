import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { count } from '@/lib/format';
import { mutate } from '@/lib/graphql-client';
import { showToast } from '@/lib/toasts';
import { keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

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

const AFFECTED = keysOf('corpora', 'corpus', 'corpus-documents', 'folders', 'corpus-readiness', 'executions', 'document');

/** Add documents. The payload says how many were not in the corpus before. */
export const addDocuments = (input: Membership) => mutate(addition, input);

export const useAddDocuments = () =>
  useInvalidatingMutation({
    mutationFn: addDocuments,
    affected: AFFECTED,
    onSuccess: ({ added, corpus }) => {
      const target = corpus ? ` to “${corpus.title}”` : '';
      showToast({ text: added > 0 ? `Added ${count(added, 'document')}${target}.` : 'Already in this corpus.' });
    },
  });

export function useRemoveDocuments() {
  const add = useAddDocuments();
  return useInvalidatingMutation({
    mutationFn: (input: Membership) => mutate(removal, input),
    affected: AFFECTED,
    onSuccess: ({ removed }, input) =>
      showToast({ text: `Removed ${count(removed, 'document')} from this corpus.`, action: { label: 'Undo', run: () => add.mutate(input) } }),
  });
}
