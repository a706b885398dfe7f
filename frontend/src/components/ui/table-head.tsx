import type { ReactNode } from 'react';

import { classNames } from './class-names';
import styles from './table-head.module.css';

export interface Column {
  label: string;
  className?: string | undefined;
  title?: string;
  'aria-sort'?: 'ascending' | 'descending' | undefined;
  /** for screen readers only */
  hidden?: boolean;
  /** shown instead of the label */
  content?: ReactNode;
}

interface TableHeadProps {
  columns: readonly Column[];
  className?: string | undefined;
  /** stays visible while the rows scroll */
  sticky?: boolean;
}

/** The header row of a table. */
export function TableHead({ columns, className, sticky = true }: TableHeadProps) {
  return (
    <thead className={classNames(sticky && styles['head'], className)}>
      <tr>
        {columns.map(({ label, hidden, content, ...rest }) => (
          <th key={label} scope="col" {...rest}>
            {hidden ? <span className="visually-hidden">{label}</span> : (content ?? label)}
          </th>
        ))}
      </tr>
    </thead>
  );
}
