import { t } from '@lingui/core/macro';

import { Skeleton } from '@/components/ui/skeleton';

import view from './document-view.module.css';
import styles from './document-skeleton.module.css';

export function DocumentSkeleton() {
  return (
    <div className={view['view']} role="status">
      <h1 className="visually-hidden">{t`Loading document`}</h1>
      <div className={view['header']}>
        <Skeleton width={260} />
      </div>
      <div className={styles['body']}>
        <div className={styles['page']} />
      </div>
    </div>
  );
}
