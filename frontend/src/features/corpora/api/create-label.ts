import { useMutation, useQueryClient } from '@tanstack/react-query';

import { problem } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { request, unwrap } from '@/lib/graphql-client';

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
          ...Problem
        }
      }
    }
  `,
  [problem],
);

interface NewLabel {
  corpusId: string;
  name: string;
  color: string;
}

export function useCreateLabel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: NewLabel) => unwrap((await request(mutation, { input })).createLabel).label,
    onSuccess: (_, { corpusId }) => queryClient.invalidateQueries({ queryKey: ['corpus', corpusId] }),
  });
}
