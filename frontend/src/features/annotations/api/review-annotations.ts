// Accept and reject suggestions.
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';

import type { Review } from '../model/annotation';
import type { Edit } from '../model/history';

export const reviewMutation = graphql(
  `
    mutation ReviewAnnotations($input: ReviewAnnotationsInput!) {
      reviewAnnotations(input: $input) {
        reviewed
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

/** The server takes so many at once. */
const MAX_IDS = 1_000;

/** Accept or reject suggestions, as one group of edits; return how many were changed. */
export async function reviewAnnotations(uuids: readonly string[], review: Review, group: string): Promise<number> {
  let reviewed = 0;
  for (let start = 0; start < uuids.length; start += MAX_IDS) {
    // oxlint-disable-next-line no-await-in-loop -- the first failure stops the rest
    reviewed += (await mutate(reviewMutation, { annotationIds: uuids.slice(start, start + MAX_IDS), review, group })).reviewed ?? 0;
  }
  return reviewed;
}

/** Send the review of suggestions. */
export async function sendReview({ annotations, to, group }: Extract<Edit, { kind: 'review' }>): Promise<void> {
  await reviewAnnotations(
    annotations.map(({ uuid }) => uuid),
    to,
    group,
  );
}
