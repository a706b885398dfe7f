import { t } from '@lingui/core/macro';

import { classNames } from '@/components/ui/class-names';
import { LabelDot } from '@/components/ui/label-dot';

import type { DocumentLabel } from '../../api/document-labels';
import styles from './document-labels.module.css';

const MAX_SHOWN = 3;

/** The labels of a document in a row of a list: the first ones, and the number of the others. */
export function LabelChips({ labels }: { labels: readonly DocumentLabel[] }) {
  const others = labels.slice(MAX_SHOWN).map(({ name }) => name);
  return (
    <ul className={styles['chips']} aria-label={t`Labels`}>
      {labels.slice(0, MAX_SHOWN).map(({ uuid, name, color, suggested }) => (
        <li key={uuid} className={classNames(styles['chip'], suggested && styles['suggested'])} title={suggested ? t`${name}, suggested` : name}>
          <LabelDot color={color} />
          <span className={styles['name']}>{name}</span>
          {suggested && <span className="visually-hidden"> {t`Suggested`}</span>}
        </li>
      ))}
      {others.length > 0 && (
        <li className={styles['more']} title={others.join('\n')}>
          +{others.length}
          <span className="visually-hidden"> {t`more: ${others.join(', ')}`}</span>
        </li>
      )}
    </ul>
  );
}
