import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Check, CircleCheck, CircleX, X } from 'lucide-react';

import { Badge } from '@/components/ui/badge';
import { IconButton } from '@/components/ui/icon-button';
import { offerUndo } from '@/features/edits/replay-edits';
import { userError } from '@/graphql/fragments';
import { graphql } from '@/graphql/graphql';
import { mutate } from '@/lib/graphql-client';
import { showToast } from '@/lib/toasts';
import { reportEdit } from '@/lib/undoable-edits';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';
import { uuidv7 } from '@/lib/uuid';

import type { Check as CheckResult, Value } from '../api/results';
import styles from './analysis-results.module.css';

// Accept or reject the values that analyzers suggest for fields.

const reviewMutation = graphql(
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

interface ReviewedValue extends Pick<Value, 'uuid' | 'label'> {
  to: 'ACCEPTED' | 'REJECTED';
}

const useReviewValue = (corpusId: string, documentId: string) => {
  const queryClient = useQueryClient();
  return useInvalidatingMutation({
    mutationFn: async ({ uuid, to }: ReviewedValue) => {
      const group = uuidv7();
      await mutate(reviewMutation, { id: uuid, review: to, group });
      return group;
    },
    onSuccess: (group, { label, to }) => {
      const text = to === 'ACCEPTED' ? t`Accepted the value of “${label}”.` : t`Rejected the value of “${label}”.`;
      reportEdit({ documentId, corpusId, group, text });
      showToast({ text, ...offerUndo(queryClient, group) });
    },
  });
};

/** The results of the checks of a document, with their reasons. */
export function Checks({ checks }: { checks: readonly CheckResult[] }) {
  if (checks.length === 0) return null;
  return (
    <ul className={styles['checks']} aria-label={t`Checks`}>
      {checks.map(({ uuid, value, note }) => (
        <li key={uuid}>
          {value === 'passed' ? (
            <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>{t`Passed`}</Badge>
          ) : (
            <Badge tone="danger" icon={<CircleX aria-hidden="true" />}>{t`Did not pass`}</Badge>
          )}{' '}
          {note}
        </li>
      ))}
    </ul>
  );
}

interface ValuesProps {
  values: readonly Value[];
  corpusId: string;
  documentId: string;
  editable: boolean;
}

const DECIDED = {
  ACCEPTED: () => <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>{t`Accepted`}</Badge>,
  REJECTED: () => <Badge tone="neutral" icon={<CircleX aria-hidden="true" />}>{t`Rejected`}</Badge>,
  PENDING: () => <span className="muted">{t`Suggested`}</span>,
};

/** The review of a value for a field of the corpus: buttons while it is pending. */
function ValueReview({ value: { uuid, label, value, review }, corpusId, documentId, editable }: Omit<ValuesProps, 'values'> & { value: Value }) {
  const { mutate: decide, isPending } = useReviewValue(corpusId, documentId);
  if (review === null) return null;
  if (review !== 'PENDING' || !editable) return DECIDED[review]();
  return (
    <span className={styles['review']}>
      <IconButton label={t`Accept ${value} for ${label}`} icon={<Check />} disabled={isPending} onClick={() => decide({ uuid, label, to: 'ACCEPTED' })} />
      <IconButton label={t`Reject ${value} for ${label}`} icon={<X />} disabled={isPending} onClick={() => decide({ uuid, label, to: 'REJECTED' })} />
    </span>
  );
}

/** The values of a document, by the name of their field. Those for fields of the corpus are suggestions. */
export function Values({ values, ...place }: ValuesProps) {
  if (values.length === 0) return null;
  return (
    <dl className={styles['values']}>
      {values.map((value) => (
        <div key={value.uuid}>
          <dt>{value.label}</dt>
          <dd>
            {value.value} <ValueReview value={value} {...place} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
