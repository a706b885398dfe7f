// Failed jobs are resolved by retrying or by dismissing them.
import { plural, t } from '@lingui/core/macro';

import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { showToast } from '@/lib/toasts';
import { keysOf, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { FailureSelection } from '../model/failure-groups';

const requeueMutation = graphql(
  `
    mutation RequeueDeadLetters($input: RequeueDeadLettersInput!) {
      requeueDeadLetters(input: $input) {
        requeued
        remaining
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const discardMutation = graphql(
  `
    mutation DiscardDeadLetters($input: DiscardDeadLettersInput!) {
      discardDeadLetters(input: $input) {
        discarded
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

const AFFECTED = keysOf('operations', 'jobs', 'job', 'documents', 'document');

export const useRequeue = () =>
  useInvalidatingMutation({
    mutationFn: (input: FailureSelection) => mutate(requeueMutation, input),
    affected: AFFECTED,
    onSuccess: ({ requeued, remaining }) => {
      const text = t`Retrying ${plural(requeued, { one: '# job', other: '# jobs' })}.`;
      showToast({ text: remaining > 0 ? t`${text} ${plural(remaining, { one: '# failure', other: '# failures' })} left; press Retry again for the next batch.` : text });
    },
  });

export const useDiscard = () =>
  useInvalidatingMutation({
    mutationFn: (input: FailureSelection) => mutate(discardMutation, input),
    affected: AFFECTED,
    onSuccess: ({ discarded }) => showToast({ text: t`${plural(discarded, { one: '# failure', other: '# failures' })} dismissed.` }),
  });
