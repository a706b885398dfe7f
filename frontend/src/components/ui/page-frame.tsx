import type { ReactNode } from 'react';

import styles from './page-frame.module.css';

interface PageFrameProps {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The layout of list pages: heading, actions and content. */
export function PageFrame({ title, about, actions, children }: PageFrameProps) {
  return (
    <div className={styles['frame']}>
      <header className={styles['header']}>
        <div className={styles['heading']}>
          <h1>{title}</h1>
          {about !== undefined && <div className={styles['about']}>{about}</div>}
        </div>
        {actions && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
