import type { ReactNode } from 'react';

import styles from './front-door.module.css';

interface FrontDoorProps {
  title: string;
  about?: ReactNode;
  below?: ReactNode;
  children?: ReactNode;
}

/** The layout of every page that is open to those who are not signed in. */
export function FrontDoor({ title, about, below, children }: FrontDoorProps) {
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <header className={styles['brand']}>
          <img src="/static/app/favicon.svg" alt="" />
          <h1>{title}</h1>
          {about && <p>{about}</p>}
        </header>
        {children}
        {below && <nav className={styles['below']} aria-label="Other ways">{below}</nav>}
      </div>
    </main>
  );
}
