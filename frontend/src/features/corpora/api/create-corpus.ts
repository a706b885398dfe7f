import { useMutation, useQueryClient } from '@tanstack/react-query';

import { problem } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { request, unwrap } from '@/lib/graphql-client';

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
          ...Problem
        }
      }
    }
  `,
  [problem],
);

interface NewCorpus {
  title: string;
  description: string;
}

export function useCreateCorpus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: NewCorpus) => unwrap((await request(mutation, { input })).createCorpus).corpus,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['corpora'] }),
  });
}
