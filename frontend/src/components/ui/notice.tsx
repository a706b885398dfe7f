import type { ReactNode } from 'react';

import styles from './notice.module.css';

interface NoticeProps {
  icon: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  small?: string;
  role?: 'alert' | 'status';
  /** the only content of the page, so that its title is the h1 */
  alone?: boolean;
}

/** An empty state or error: icon, title, one sentence and one action. */
export function Notice({ icon, title, children, action, small, role, alone = false }: NoticeProps) {
  const Heading = alone ? 'h1' : 'h2';
  return (
    <div className={styles['notice']} role={role}>
      <span className={styles['icon']} aria-hidden="true">
        {icon}
      </span>
      <Heading>{title}</Heading>
      {children && <div className={styles['text']}>{children}</div>}
      {action && <div className={styles['action']}>{action}</div>}
      {small && <p className={styles['small']}>{small}</p>}
    </div>
  );
}
