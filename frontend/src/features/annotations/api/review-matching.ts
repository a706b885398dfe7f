// Accept or reject all suggestions of a corpus that match a filter; and undo it.
import { plural, t } from '@lingui/core/macro';

import { mutate } from '@/lib/graphql-client';
import { showToast } from '@/lib/toasts';
import { uuidv7 } from '@/lib/uuid';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { Review } from '../model/annotation';
import { variablesOf, type CorpusFilter } from '../model/corpus-filter';
import { reviewMutation } from './review-annotations';
import { useReplay } from './use-replay';

export const useReviewMatching = (corpusId: string, filter: CorpusFilter) => {
  const replay = useReplay();
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
        ...(reviewed > 0 && { action: { label: t`Undo`, run: () => replay.mutate({ kind: 'undo', group }) } }),
      }),
  });
};
