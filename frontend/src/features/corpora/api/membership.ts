import { plural, t } from '@lingui/core/macro';

import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
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
      const title = corpus?.title ?? '';
      const text = corpus
        ? plural(added, { one: `Added # document to “${title}”.`, other: `Added # documents to “${title}”.` })
        : plural(added, { one: 'Added # document.', other: 'Added # documents.' });
      showToast({ text: added > 0 ? text : t`Already in this corpus.` });
    },
  });

export function useRemoveDocuments() {
  const add = useAddDocuments();
  return useInvalidatingMutation({
    mutationFn: (input: Membership) => mutate(removal, input),
    affected: AFFECTED,
    onSuccess: ({ removed }, input) =>
      showToast({ text: t`Removed ${plural(removed, { one: '# document', other: '# documents' })} from this corpus.`, action: { label: t`Undo`, run: () => add.mutate(input) } }),
  });
}
