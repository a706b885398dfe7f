import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';

import { fullness, shareOf } from '../model/share';
import styles from './usage.module.css';

interface UsageMeterProps {
  label: string;
  words: string;
  used: number;
  limit: number | null;
}

const STATES = {
  fine: { icon: CircleCheck, says: '' },
  nearly: { icon: TriangleAlert, says: 'Nearly full' },
  full: { icon: CircleAlert, says: 'Full: nothing more can be uploaded' },
};

export function UsageMeter({ label, words, used, limit }: UsageMeterProps) {
  const share = shareOf(used, limit);
  const level = fullness(share);
  const { icon: Icon, says } = STATES[level];
  return (
    <div className={styles['meter']} data-level={level}>
      <h2>{label}</h2>
      <p className={styles['figure']}>{words}</p>
      {share !== undefined && (
        <div className={styles['bar']} role="meter" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(share * 100)} aria-valuetext={words}>
          <span style={{ width: `${share * 100}%` }} />
        </div>
      )}
      {says && (
        <p className={styles['says']}>
          <Icon aria-hidden="true" />
          {says}
        </p>
      )}
    </div>
  );
}
