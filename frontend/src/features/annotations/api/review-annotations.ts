// Accept and reject suggestions.
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';

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

/** Send the review of suggestions. */
export async function sendReview({ annotations, to, group }: Extract<Edit, { kind: 'review' }>): Promise<void> {
  const uuids = annotations.map(({ uuid }) => uuid);
  for (let start = 0; start < uuids.length; start += MAX_IDS) {
    // oxlint-disable-next-line no-await-in-loop -- the first failure stops the rest
    await mutate(reviewMutation, { ids: uuids.slice(start, start + MAX_IDS), review: to, group });
  }
}
