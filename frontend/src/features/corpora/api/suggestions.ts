// Suggestions of passages for a label: how many examples it has, and the job that learns from them.
import { queryOptions } from '@tanstack/react-query';

import { userError } from '@/graphql/fragments';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { mutate, request } from '@/lib/graphql-client';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

const suggestionFields = graphql(`
  fragment SuggestionFields on LabelSuggestions {
    exampleCount
    neededCount
    pendingCount
    suggestedCount
    job
    state
    progress
    problem
  }
`);

const query = graphql(
  `
    query LabelSuggestions($labelId: ID!) {
      labelSuggestions(labelId: $labelId) {
        ...SuggestionFields
      }
    }
  `,
  [suggestionFields],
);

const start = graphql(
  `
    mutation SuggestPassages($input: SuggestPassagesInput!) {
      suggestPassages(input: $input) {
        labelSuggestions {
          ...SuggestionFields
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [suggestionFields, userError],
);

const cancel = graphql(
  `
    mutation CancelSuggesting($input: CancelJobInput!) {
      cancelJob(input: $input) {
        job {
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

export type LabelSuggestions = ResultOf<typeof suggestionFields>;

const POLL_MS = 1_000;
const ENDED: ReadonlySet<LabelSuggestions['state']> = new Set([null, 'CANCELLED', 'FAILED', 'SUCCESS'] as const);

export const isSuggesting = ({ state }: LabelSuggestions) => !ENDED.has(state);

const keyOf = (labelId: string) => ['label-suggestions', labelId];

/** While the job runs, its progress is fetched again and again: no event reports it. */
export const suggestionsOptions = (labelId: string) =>
  queryOptions({
    queryKey: keyOf(labelId),
    queryFn: async () => (await request(query, { labelId })).labelSuggestions,
    refetchInterval: ({ state: { data } }) => (data && isSuggesting(data) ? POLL_MS : false),
  });

export const useSuggestPassages = (labelId: string) =>
  useInvalidatingMutation({ mutationFn: () => mutate(start, { labelId }), affected: [keyOf(labelId), ['jobs']] });

export const useCancelSuggesting = (labelId: string) =>
  useInvalidatingMutation({ mutationFn: (id: string) => mutate(cancel, { id }), affected: [keyOf(labelId), ['jobs']] });
