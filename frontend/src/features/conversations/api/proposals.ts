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

/** Approve a proposal, in this corpus if its conversation is about none. */
export const sendApproval = (id: string, corpus?: string) => mutate(approval, { id, ...(corpus !== undefined && { corpusId: corpus }) });

export const sendRejection = (id: string) => mutate(rejection, { id });

interface Approval {
  proposals: readonly string[];
  /** that gets the changes, if the conversation is about none */
  corpus?: string | undefined;
}

/** Approve proposals one after the other, up to the first that fails. */
export const useApproveProposals = (conversation: string) =>
  useInvalidatingMutation({
    mutationFn: async ({ proposals, corpus }: Approval) => {
      // oxlint-disable-next-line no-await-in-loop -- one that fails ends the loop, and its error is shown
      for (const id of proposals) await sendApproval(id, corpus);
    },
    affected: [['conversation', conversation]],
  });

export const useRejectProposal = (conversation: string) =>
  useInvalidatingMutation({ mutationFn: sendRejection, affected: [['conversation', conversation]] });
