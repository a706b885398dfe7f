import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { offerUndo } from '@/features/edits/replay-edits';
import { mutate } from '@/lib/graphql-client';
import { showToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';
import { uuidv7 } from '@/lib/uuid';

import { reviewAnnotations, reviewMutation } from '../api/review-annotations';
import type { Review } from '../model/annotation';
import { variablesOf, type CorpusFilter } from '../model/corpus-filter';
import styles from './corpus-annotations.module.css';

// Accept or reject suggestions of a corpus: some, or all that match a filter; and undo it.

/** Suggestions of one corpus: those with these uuids, or all that match the filter. */
type Suggestions = { uuids: readonly string[] } | { corpusId: string; filter: CorpusFilter };

async function review(suggestions: Suggestions, to: Review, group: string): Promise<number> {
  if ('uuids' in suggestions) return reviewAnnotations(suggestions.uuids, to, group);
  const { corpusId, filter } = suggestions;
  return (await mutate(reviewMutation, { corpusId, ...variablesOf({ ...filter, creator: undefined, review: undefined }), review: to, group })).reviewed ?? 0;
}

/** `onReviewed` is called before the lists are loaded again. */
const useReviewSuggestions = (suggestions: Suggestions, onReviewed?: () => void) => {
  const queryClient = useQueryClient();
  return useInvalidatingMutation({
    mutationFn: async (to: Review) => {
      const group = uuidv7();
      return { group, reviewed: await review(suggestions, to, group) };
    },
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

type Decision = 'ACCEPTED' | 'REJECTED';

interface ReviewSuggestionsProps {
  /** of the group of buttons */
  label: string;
  suggestions: Suggestions;
  count: number;
  onReviewed?: () => void;
}

/** Accept or reject suggestions; with a filter, which may match some that are not listed yet, only after a question. */
export function ReviewSuggestions({ label, suggestions, count, onReviewed }: ReviewSuggestionsProps) {
  const { mutate: decide, isPending } = useReviewSuggestions(suggestions, onReviewed);
  const [decision, setDecision] = useState<Decision>();
  const isAll = 'filter' in suggestions;
  const what = plural(count, { one: '# suggestion', other: '# suggestions' });
  const [accept, reject] = isAll ? [t`Accept all`, t`Reject all`] : [t`Accept`, t`Reject`];
  const onChoose = (to: Decision) => (isAll ? setDecision(to) : decide(to));
  return (
    <div role="group" aria-label={label} className={styles['review']}>
      <span className="muted small">{what}</span>
      <Button size="small" icon={<Check aria-hidden="true" />} disabled={isPending} onClick={() => onChoose('ACCEPTED')}>
        {accept}
      </Button>
      <Button size="small" variant="quiet" icon={<X aria-hidden="true" />} disabled={isPending} onClick={() => onChoose('REJECTED')}>
        {reject}
      </Button>
      {decision && (
        <ConfirmDialog
          open
          onOpenChange={() => setDecision(undefined)}
          title={decision === 'ACCEPTED' ? t`Accept ${what}?` : t`Reject ${what}?`}
          confirm={decision === 'ACCEPTED' ? accept : reject}
          danger={decision === 'REJECTED'}
          onConfirm={() => decide(decision)}
        >
          {decision === 'ACCEPTED' ? t`They are kept as annotations.` : t`They are moved to the bin, from where they can be restored.`}{' '}
          {t`This concerns all documents of the corpus that the filter includes.`}
        </ConfirmDialog>
      )}
    </div>
  );
}
