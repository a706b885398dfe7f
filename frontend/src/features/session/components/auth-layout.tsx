import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import styles from './auth-layout.module.css';

interface AuthLayoutProps {
  title: string;
  about?: ReactNode;
  links?: ReactNode;
  children?: ReactNode;
}

/** The layout of the sign-in page and the other pages without a session. */
export function AuthLayout({ title, about, links, children }: AuthLayoutProps) {
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <header className={styles['brand']}>
          <img src="/static/app/favicon.svg" alt="" />
          <h1>{title}</h1>
          {about && <p>{about}</p>}
        </header>
        {children}
        {links && <nav className={styles['links']} aria-label={t`Account links`}>{links}</nav>}
      </div>
    </main>
  );
}
