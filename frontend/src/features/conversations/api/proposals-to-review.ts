import { plural, t } from '@lingui/core/macro';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import { pageCursor } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { toApiError } from '@/lib/errors';
import { request } from '@/lib/graphql-client';
import { byCursor } from '@/lib/relay';
import { showToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { ReviewFilter } from '../model/review-filter';
import { sendApproval, sendRejection } from './proposals';

const query = graphql(
  `
    query ProposalsToReview($corpusId: ID, $documentId: ID, $kind: ProposalKind, $state: ProposalState, $after: String) {
      proposals(corpusId: $corpusId, documentId: $documentId, kind: $kind, state: $state, first: 50, after: $after) {
        totalCount
        pageInfo {
          ...PageCursor
        }
        edges {
          node {
            uuid
            kind
            state
            documentUuid
            documentTitle
            conversationUuid
            conversationTitle
            isOfAction
            askedBy {
              username
              name
            }
            corpusUuid
            label
            text
            column
            quote
            page
            start
            end
            targetQuote
            mayApprove
            created
          }
        }
      }
    }
  `,
  [pageCursor],
);

const counting = graphql(`
  query CountProposalsToReview($corpusId: ID) {
    proposals(corpusId: $corpusId, state: PENDING, first: 1) {
      totalCount
    }
  }
`);

export type ProposalToReview = ResultOf<typeof query>['proposals']['edges'][number]['node'];

/** The proposals that the user may decide on, the newest first; of a corpus, or of all conversations. */
export const proposalsToReviewOptions = (corpusId: string | undefined, { kind, state, document }: ReviewFilter) =>
  infiniteQueryOptions({
    queryKey: ['proposals', corpusId, { kind, state, document }],
    queryFn: async ({ pageParam }) => (await request(query, { corpusId: corpusId ?? null, documentId: document ?? null, kind: kind ?? null, state, after: pageParam })).proposals,
    placeholderData: keepPreviousData,
    ...byCursor,
  });

/** The number of proposals that wait for the user's decision. */
export const proposalCountOptions = (corpusId: string | undefined) =>
  queryOptions({
    queryKey: ['proposals', 'count', corpusId],
    queryFn: async () => (await request(counting, { corpusId: corpusId ?? null })).proposals.totalCount,
  });

export type Decision = 'approve' | 'reject';

interface Decided {
  decision: Decision;
  proposals: readonly string[];
}

/** Say how many proposals were decided, if they were several, and why others were not. */
function report({ decision, proposals }: Decided, failures: readonly Error[]): void {
  const done = proposals.length - failures.length;
  const [first] = failures;
  const [decided, failed] = [plural(done, { one: '# proposal', other: '# proposals' }), plural(failures.length, { one: '# proposal', other: '# proposals' })];
  if (proposals.length > 1 && done > 0) showToast({ text: decision === 'approve' ? t`Approved ${decided}.` : t`Rejected ${decided}.` });
  if (!first) return;
  const { message } = toApiError(first);
  showToast({ text: proposals.length > 1 ? t`${failed} could not be decided: ${message}` : message, tone: 'danger' });
}

/** Approve or reject proposals one after the other; one that fails does not stop the rest. */
export const useDecideProposals = () =>
  useInvalidatingMutation({
    mutationFn: async ({ decision, proposals }: Decided) => {
      const failures: Error[] = [];
      for (const id of proposals) {
        // oxlint-disable-next-line no-await-in-loop -- each one is a change of its own, and several may be of one document
        await (decision === 'approve' ? sendApproval(id) : sendRejection(id)).catch((error: Error) => failures.push(error));
      }
      return failures;
    },
    // No event names proposals of conversations about no corpus.
    affected: [['conversation']],
    onSuccess: (failures, decided) => report(decided, failures),
  });
