import { plural, t } from '@lingui/core/macro';
import { Check, X } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';

import { useReviewMatching } from '../api/review-matching';
import type { CorpusFilter } from '../model/corpus-filter';
import styles from './corpus-annotations.module.css';

type Decision = 'ACCEPTED' | 'REJECTED';

interface ReviewMatchingProps {
  corpusId: string;
  filter: CorpusFilter;
  /** the number of suggestions that match the filter */
  total: number | undefined;
}

/** Accept or reject all suggestions of a corpus that match the filter, where it shows only suggestions to review. */
export function ReviewMatching({ corpusId, filter, total }: ReviewMatchingProps) {
  const { mutate, isPending } = useReviewMatching(corpusId, filter);
  const [decision, setDecision] = useState<Decision>();
  if (!total || filter.creator || filter.review !== 'PENDING') return null;
  const what = plural(total, { one: '# suggestion', other: '# suggestions' });
  return (
    <div role="group" aria-label={t`Review suggestions`} className={styles['review']}>
      <span className="muted small">{what}</span>
      <Button size="small" icon={<Check aria-hidden="true" />} disabled={isPending} onClick={() => setDecision('ACCEPTED')}>
        {t`Accept all`}
      </Button>
      <Button size="small" variant="quiet" icon={<X aria-hidden="true" />} disabled={isPending} onClick={() => setDecision('REJECTED')}>
        {t`Reject all`}
      </Button>
      {decision && (
        <ConfirmDialog
          open
          onOpenChange={() => setDecision(undefined)}
          title={decision === 'ACCEPTED' ? t`Accept ${what}?` : t`Reject ${what}?`}
          confirm={decision === 'ACCEPTED' ? t`Accept all` : t`Reject all`}
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
