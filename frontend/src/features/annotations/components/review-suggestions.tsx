import { plural, t } from '@lingui/core/macro';
import { Check, X } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';

import { useReviewSuggestions, type Suggestions } from '../api/review-suggestions';
import styles from './corpus-annotations.module.css';

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
  const { mutate, isPending } = useReviewSuggestions(suggestions, onReviewed);
  const [decision, setDecision] = useState<Decision>();
  const isAll = 'filter' in suggestions;
  const what = plural(count, { one: '# suggestion', other: '# suggestions' });
  const [accept, reject] = isAll ? [t`Accept all`, t`Reject all`] : [t`Accept`, t`Reject`];
  const onChoose = (to: Decision) => (isAll ? setDecision(to) : mutate(to));
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
          onConfirm={() => mutate(decision)}
        >
          {decision === 'ACCEPTED' ? t`They are kept as annotations.` : t`They are moved to the bin, from where they can be restored.`}{' '}
          {t`This concerns all documents of the corpus that the filter includes.`}
        </ConfirmDialog>
      )}
    </div>
  );
}
