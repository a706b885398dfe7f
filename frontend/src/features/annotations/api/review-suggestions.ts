// Accept or reject suggestions of a corpus: some, or all that match a filter; and undo it.
import { plural } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';

import { offerUndo } from '@/features/edits/replay-edits';
import { mutate } from '@/lib/graphql-client';
import { showToast } from '@/lib/toasts';
import { uuidv7 } from '@/lib/uuid';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { Review } from '../model/annotation';
import { variablesOf, type CorpusFilter } from '../model/corpus-filter';
import { reviewAnnotations, reviewMutation } from './review-annotations';

/** Suggestions of one corpus: those with these uuids, or all that match the filter. */
export type Suggestions = { uuids: readonly string[] } | { corpusId: string; filter: CorpusFilter };

async function review(suggestions: Suggestions, to: Review, group: string): Promise<number> {
  if ('uuids' in suggestions) return reviewAnnotations(suggestions.uuids, to, group);
  const { corpusId, filter } = suggestions;
  return (await mutate(reviewMutation, { corpusId, ...variablesOf({ ...filter, creator: undefined, review: undefined }), review: to, group })).reviewed ?? 0;
}

/** `onReviewed` is called before the lists are loaded again. */
export const useReviewSuggestions = (suggestions: Suggestions, onReviewed?: () => void) => {
  const queryClient = useQueryClient();
  return useInvalidatingMutation({
    mutationFn: async (to: Review) => {
      const group = uuidv7();
      return { group, reviewed: await review(suggestions, to, group) };
    },
    affected: [['annotations'], ['bin']],
    onSuccess: ({ group, reviewed }, to) => {
      onReviewed?.();
      showToast({
        text:
          to === 'ACCEPTED'
            ? plural(reviewed, { one: 'Accepted # suggestion.', other: 'Accepted # suggestions.' })
            : plural(reviewed, { one: 'Rejected # suggestion.', other: 'Rejected # suggestions.' }),
        ...(reviewed > 0 && offerUndo(queryClient, group)),
      });
    },
  });
};
