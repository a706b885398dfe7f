import { useId, type ReactNode } from 'react';

import { classNames } from '@/components/ui/class-names';

import styles from './account.module.css';

interface SectionProps {
  title: string;
  about?: ReactNode;
  action?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

export function Section({ title, about, action, wide = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classNames(styles['section'], wide && styles['wide'])} aria-labelledby={id}>
      <header className={styles['head']}>
        <div>
          <h2 id={id}>{title}</h2>
          {about && <p className={styles['about']}>{about}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}
