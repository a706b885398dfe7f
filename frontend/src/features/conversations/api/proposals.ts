import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const approval = graphql(
  `
    mutation ApproveProposal($input: ApproveProposalInput!) {
      approveProposal(input: $input) {
        proposal {
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

const rejection = graphql(
  `
    mutation RejectProposal($input: RejectProposalInput!) {
      rejectProposal(input: $input) {
        proposal {
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

/** Query keys of everything that a proposal may change. */
const CHANGED = [['annotations'], ['relations'], ['threads'], ['cells'], ['labels'], ['edits']] as const;

/** Approve proposals one after the other, so that each shows its own failure. */
export const useApproveProposals = (conversation: string) =>
  useInvalidatingMutation({
    mutationFn: async (proposals: readonly string[]) => {
      for (const id of proposals) await mutate(approval, { id });
    },
    affected: [['conversation', conversation], ...CHANGED],
  });

export const useRejectProposal = (conversation: string) =>
  useInvalidatingMutation({ mutationFn: (id: string) => mutate(rejection, { id }), affected: [['conversation', conversation]] });
