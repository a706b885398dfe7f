import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const cancelling = graphql(
  `
    mutation CancelMessage($input: CancelMessageInput!) {
      cancelMessage(input: $input) {
        message {
          uuid
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const retrying = graphql(
  `
    mutation RetryMessage($input: RetryMessageInput!) {
      retryMessage(input: $input) {
        message {
          uuid
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

export const useCancelAnswer = (uuid: string) =>
  useInvalidatingMutation({ mutationFn: (message: string) => mutate(cancelling, { id: message }), affected: [['conversation', uuid]] });

export const useRetryAnswer = (uuid: string) =>
  useInvalidatingMutation({ mutationFn: ({ message, byReader = false }: { message: string; byReader?: boolean }) => mutate(retrying, { id: message, byReader }), affected: [['conversation', uuid]] });
