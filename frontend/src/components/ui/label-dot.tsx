import { isOffered } from '@/lib/label-hues';

import { classNames } from './class-names';
import styles from './label-dot.module.css';

/** The colour of a label, shown beside its name. Programs can choose colours that need an edge to be seen. */
export function LabelDot({ color }: { color: string }) {
  return <span className={classNames(styles['dot'], !isOffered(color) && styles['edged'])} style={{ backgroundColor: color }} aria-hidden="true" />;
}
