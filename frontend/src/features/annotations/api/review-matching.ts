// Accept or reject all suggestions of a corpus that match a filter; and undo it.
import { plural } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';

import { offerUndo } from '@/features/edits/replay-edits';
import { mutate } from '@/lib/graphql-client';
import { showToast } from '@/lib/toasts';
import { uuidv7 } from '@/lib/uuid';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { Review } from '../model/annotation';
import { variablesOf, type CorpusFilter } from '../model/corpus-filter';
import { reviewMutation } from './review-annotations';

export const useReviewMatching = (corpusId: string, filter: CorpusFilter) => {
  const queryClient = useQueryClient();
  return useInvalidatingMutation({
    mutationFn: async (review: Review) => {
      const group = uuidv7();
      return { group, reviewed: (await mutate(reviewMutation, { corpusId, ...variablesOf({ ...filter, creator: undefined, review: undefined }), review, group })).reviewed ?? 0 };
    },
    affected: [['annotations'], ['bin']],
    onSuccess: ({ group, reviewed }, review) =>
      showToast({
        text: 
          review === 'ACCEPTED'
            ? plural(reviewed, { one: 'Accepted # suggestion.', other: 'Accepted # suggestions.' })
            : plural(reviewed, { one: 'Rejected # suggestion.', other: 'Rejected # suggestions.' }),
        ...(reviewed > 0 && offerUndo(queryClient, group)),
      }),
  });
};
