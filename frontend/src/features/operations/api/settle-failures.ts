// The two ways a failure is settled: its job is tried again, or it is put away for good.
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { problem } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { count } from '@/lib/format';
import { request, unwrap } from '@/lib/graphql-client';
import { complain, showToast } from '@/lib/toasts';

import type { Chosen } from '../model/causes';

const requeueMutation = graphql(
  `
    mutation RequeueDeadLetters($input: RequeueDeadLettersInput!) {
      requeueDeadLetters(input: $input) {
        requeued
        remaining
        errors {
          ...Problem
        }
      }
    }
  `,
  [problem],
);

const discardMutation = graphql(
  `
    mutation DiscardDeadLetters($input: DiscardDeadLettersInput!) {
      discardDeadLetters(input: $input) {
        discarded
        errors {
          ...Problem
        }
      }
    }
  `,
  [problem],
);

interface Settled {
  settled: number;
  remaining: number;
}

async function requeue(input: Chosen): Promise<Settled> {
  const { requeued, remaining } = unwrap((await request(requeueMutation, { input })).requeueDeadLetters);
  return { settled: requeued, remaining };
}

async function discard(input: Chosen): Promise<Settled> {
  return { settled: unwrap((await request(discardMutation, { input })).discardDeadLetters).discarded, remaining: 0 };
}

const TOUCHED = ['operations', 'jobs', 'job', 'documents', 'document'];

function useSettling<Input>(settle: (input: Input) => Promise<Settled>, words: (settled: Settled) => string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: settle,
    onSuccess: (settled) => showToast({ text: words(settled) }),
    onError: complain,
    onSettled: () => Promise.all(TOUCHED.map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
  });
}

function requeuedWords({ settled, remaining }: Settled): string {
  const begun = `Trying ${count(settled, 'job')} again.`;
  return remaining > 0 ? `${begun} ${count(remaining, 'failure')} left; retry once more for the next ones.` : begun;
}

export const useRequeue = () => useSettling(requeue, requeuedWords);
export const useDiscard = () => useSettling(discard, ({ settled }) => `Put ${count(settled, 'failure')} away.`);
