import { useMutation, useQueryClient } from '@tanstack/react-query';

import { problem } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { request, unwrap } from '@/lib/graphql-client';

const mutation = graphql(
  `
    mutation UnlockDocument($input: UnlockDocumentInput!) {
      unlockDocument(input: $input) {
        document {
          id
          state
        }
        errors {
          ...Problem
        }
      }
    }
  `,
  [problem],
);

interface Unlocking {
  uuid: string;
  password: string;
}

const unlockDocument = async ({ uuid, password }: Unlocking) => unwrap((await request(mutation, { input: { id: uuid, password } })).unlockDocument);

export function useUnlockDocument() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: unlockDocument,
    gcTime: 0, // a password is not kept in memory for longer than it takes to send it
    onSuccess: (_data, { uuid }) =>
      Promise.all([queryClient.invalidateQueries({ queryKey: ['documents'] }), queryClient.invalidateQueries({ queryKey: ['document', uuid] })]),
  });
}
