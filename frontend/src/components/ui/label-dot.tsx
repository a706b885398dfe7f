import styles from './label-dot.module.css';

/** The colour of a label, shown beside its name. */
export function LabelDot({ color }: { color: string }) {
  return <span className={styles['dot']} style={{ backgroundColor: color }} aria-hidden="true" />;
}
