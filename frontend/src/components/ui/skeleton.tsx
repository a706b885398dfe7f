import styles from './skeleton.module.css';

/** A grey placeholder while content is loading. */
export function Skeleton({ width = '100%', height = 14 }: { width?: number | string; height?: number | string }) {
  return <span aria-hidden="true" className={styles['bone']} style={{ width, height }} />;
}

export function SkeletonRows({ rows = 8, label }: { rows?: number; label: string }) {
  return (
    <div className={styles['rows']} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div className={styles['row']} key={`row-${row}`}>
          <Skeleton width={20} height={24} />
          <Skeleton width={`${30 + ((row * 17) % 35)}%`} />
          <Skeleton width={80} />
          <Skeleton width={64} />
        </div>
      ))}
    </div>
  );
}
