import { useMutation, useQueryClient } from '@tanstack/react-query';

import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';

const mutation = graphql(
  `
    mutation UnlockDocument($input: UnlockDocumentInput!) {
      unlockDocument(input: $input) {
        document {
          id
          state
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

interface Unlock {
  uuid: string;
  password: string;
}

export function useUnlockDocument() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ uuid, password }: Unlock) => mutate(mutation, { id: uuid, password }),
    gcTime: 0, // do not keep the password in memory
    onSuccess: (_result, { uuid }) =>
      Promise.all([queryClient.invalidateQueries({ queryKey: ['documents'] }), queryClient.invalidateQueries({ queryKey: ['document', uuid] })]),
  });
}
