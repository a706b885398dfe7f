// Accept or reject the values that analyzers suggest for fields.
import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';

import { offerUndo } from '@/features/edits/replay-edits';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { showToast } from '@/lib/toasts';
import { reportEdit } from '@/lib/undoable-edits';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';
import { uuidv7 } from '@/lib/uuid';

import type { Value } from './results';

const review = graphql(
  `
    mutation ReviewSuggestedValue($input: ReviewSuggestedValueInput!) {
      reviewSuggestedValue(input: $input) {
        analysisResult {
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

export interface ReviewedValue extends Pick<Value, 'uuid' | 'label'> {
  to: 'ACCEPTED' | 'REJECTED';
}

export const useReviewValue = (corpusId: string, documentId: string) => {
  const queryClient = useQueryClient();
  return useInvalidatingMutation({
    mutationFn: async ({ uuid, to }: ReviewedValue) => {
      const group = uuidv7();
      await mutate(review, { id: uuid, review: to, group });
      return group;
    },
    affected: [['analysis-runs', corpusId], ['field-values', corpusId], ['document-fields', corpusId], ['corpus-documents', corpusId], ['edits']],
    onSuccess: (group, { label, to }) => {
      const text = to === 'ACCEPTED' ? t`Accepted the value of “${label}”.` : t`Rejected the value of “${label}”.`;
      reportEdit({ documentId, corpusId, group, text });
      showToast({ text, ...offerUndo(queryClient, group) });
    },
  });
};
