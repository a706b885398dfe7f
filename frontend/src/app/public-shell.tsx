import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, useLocation } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';

import { Brand } from './brand';
import { ConnectionNotice } from './connection-notice';
import styles from './shell.module.css';
import { ThemeMenu } from './theme-menu';

/** The page layout for anonymous users. */
export function PublicShell({ children }: { children: ReactNode }) {
  const { href } = useLocation();
  const signIn = (
    <Link to="/login" search={{ next: href }}>
      {t`Sign in`}
    </Link>
  );
  return (
    <div className={styles['public']}>
      <header className={styles['bar']}>
        <Brand to="/login" label={t`Cartulary`} />
        <span className={styles['space']} />
        <ConnectionNotice />
        <ThemeMenu />
        {signIn}
      </header>
      <aside className={styles['viewing']} aria-label={t`View only`}>
        <Eye aria-hidden="true" />
        <span>
          <Trans>View only: you can read, search and download. {signIn} to do more.</Trans>
        </span>
      </aside>
      <main id="content" className={styles['content']} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
