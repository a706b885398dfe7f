import { Skeleton } from '@/components/ui/skeleton';

import desk from './desk.module.css';
import styles from './document-skeleton.module.css';

/** The desk before anything is known: header, a white page, the panel. */
export function DocumentSkeleton() {
  return (
    <div className={desk['desk']} role="status">
      <h1 className="visually-hidden">Opening the document</h1>
      <div className={desk['header']}>
        <Skeleton width={260} />
      </div>
      <div className={styles['body']}>
        <div className={styles['page']} />
      </div>
    </div>
  );
}
