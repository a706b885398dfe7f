import { t } from '@lingui/core/macro';
import { CircleCheck, CircleX } from 'lucide-react';

import { Badge } from '@/components/ui/badge';

import type { Check, Value } from '../api/results';
import styles from './analysis-results.module.css';

/** The results of the checks of a document, with their reasons. */
export function Checks({ checks }: { checks: readonly Check[] }) {
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

/** The values of a document, by the name of their field. */
export function Values({ values }: { values: readonly Value[] }) {
  if (values.length === 0) return null;
  return (
    <dl className={styles['values']}>
      {values.map(({ uuid, label, value }) => (
        <div key={uuid}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
