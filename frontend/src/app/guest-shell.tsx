import { Link, useLocation } from '@tanstack/react-router';
import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';

import { ConnectionNotice } from './connection-notice';
import styles from './shell.module.css';
import { ThemeMenu } from './theme-menu';

/** Around what is open to those who are not signed in: they look, and are told that they only look. */
export function GuestShell({ children }: { children: ReactNode }) {
  const { href } = useLocation();
  const signIn = (
    <Link to="/login" search={{ next: href }}>
      Sign in
    </Link>
  );
  return (
    <div className={styles['guest']}>
      <header className={styles['bar']}>
        <Link to="/login" className={styles['brand']} aria-label="Cartulary">
          <img src="/static/app/favicon.svg" alt="" />
          <span>Cartulary</span>
        </Link>
        <span className={styles['space']} />
        <ConnectionNotice />
        <ThemeMenu />
        {signIn}
      </header>
      <aside className={styles['looking']} aria-label="You are a guest">
        <Eye aria-hidden="true" />
        <span>You are looking as a guest: you can read, search and download, and change nothing. {signIn} to do more.</span>
      </aside>
      <main id="content" className={styles['content']} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
