// Accept or reject all suggestions of a corpus that match a filter.
import { count } from '@/lib/format';
import { mutate } from '@/lib/graphql-client';
import { showToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import type { Review } from '../model/annotation';
import type { CorpusFilter } from '../model/corpus-filter';
import { reviewMutation } from './review-annotations';

export const useReviewMatching = (corpusId: string, { label, source, search }: CorpusFilter) =>
  useInvalidatingMutation({
    mutationFn: async (review: Review) => {
      const filter = { corpusId, ...(label && { labelId: label }), ...(source && { source }), ...(search && { search }) };
      return (await mutate(reviewMutation, { ...filter, review })).reviewed ?? 0;
    },
    affected: [['annotations'], ['bin']],
    onSuccess: (reviewed, review) => showToast({ text: `${review === 'ACCEPTED' ? 'Accepted' : 'Rejected'} ${count(reviewed, 'suggestion')}.` }),
  });
