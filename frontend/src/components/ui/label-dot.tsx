import styles from './label-dot.module.css';

/** The hue of a label, always beside its name. */
export function LabelDot({ color }: { color: string }) {
  return <span className={styles['dot']} style={{ backgroundColor: color }} aria-hidden="true" />;
}
