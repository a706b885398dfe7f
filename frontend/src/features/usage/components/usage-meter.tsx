import { t } from '@lingui/core/macro';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';

import { fullness, shareOf } from '../model/quota';
import styles from './usage.module.css';

interface UsageMeterProps {
  label: string;
  text: string;
  used: number;
  limit: number | null;
}

const STATES = {
  ok: { icon: CircleCheck, warning: '' },
  nearly: { icon: TriangleAlert, warning: t`Almost full` },
  full: { icon: CircleAlert, warning: t`Full: uploads are blocked` },
};

export function UsageMeter({ label, text, used, limit }: UsageMeterProps) {
  const share = shareOf(used, limit);
  const level = fullness(share);
  const { icon: Icon, warning } = STATES[level];
  return (
    <div className={styles['meter']} data-level={level}>
      <h2>{label}</h2>
      <p className={styles['figure']}>{text}</p>
      {share !== undefined && (
        <div className={styles['bar']} role="meter" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(share * 100)} aria-valuetext={text}>
          <span style={{ width: `${share * 100}%` }} />
        </div>
      )}
      {warning && (
        <p className={styles['warning']}>
          <Icon aria-hidden="true" />
          {warning}
        </p>
      )}
    </div>
  );
}
