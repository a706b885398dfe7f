import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';

import { problem } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { count } from '@/lib/format';
import { request, unwrap } from '@/lib/graphql-client';
import { complain, showToast } from '@/lib/toasts';

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
          ...Problem
        }
      }
    }
  `,
  [problem],
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
          ...Problem
        }
      }
    }
  `,
  [problem],
);

export interface Membership {
  corpusId: string;
  documentIds: string[];
}

const AFFECTED = ['corpora', 'corpus', 'corpus-documents', 'folders', 'folder-documents', 'corpus-readiness', 'executions', 'document'];

const refresh = (queryClient: QueryClient) => Promise.all(AFFECTED.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));

/** Says how many were not in the corpus before. */
export const addDocuments = async (input: Membership) => unwrap((await request(addition, { input })).addDocumentsToCorpus);

export function useAddDocuments() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: addDocuments,
    onSuccess: ({ added, corpus }) => {
      const where = corpus ? ` to “${corpus.title}”` : '';
      showToast({ text: added > 0 ? `Added ${count(added, 'document')}${where}.` : 'They were there already.' });
    },
    onError: complain,
    onSettled: () => refresh(queryClient),
  });
}

export function useRemoveDocuments() {
  const queryClient = useQueryClient();
  const add = useAddDocuments();
  return useMutation({
    mutationFn: async (input: Membership) => unwrap((await request(removal, { input })).removeDocumentsFromCorpus),
    onSuccess: ({ removed }, input) =>
      showToast({ text: `Removed ${count(removed, 'document')} from this corpus.`, action: { label: 'Undo', run: () => add.mutate(input) } }),
    onError: complain,
    onSettled: () => refresh(queryClient),
  });
}
