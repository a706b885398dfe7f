import { userError } from '@/graphql/fragments';
import { graphql, type VariablesOf } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const change = graphql(
  `
    mutation UpdateObligation($input: UpdateObligationInput!) {
      updateObligation(input: $input) {
        obligation {
          id
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

type Change = VariablesOf<typeof change>['input'];

/** Tick off an obligation, or set its date. */
export const useUpdateObligation = (options: { onError?: (error: Error) => void } = {}) =>
  useInvalidatingMutation({
    mutationFn: (input: Change) => mutate(change, input),
    affected: [['annotations', 'obligations']],
    ...options,
  });
