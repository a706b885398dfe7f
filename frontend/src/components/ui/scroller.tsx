import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

import { Button } from './button';
import styles from './scroller.module.css';

interface More {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

interface ScrollerProps {
  label: string;
  more?: More;
  children: ReactNode;
}

/** The scrolling part of a page, with a button at its end that loads more rows. */
export function Scroller({ label, more, children }: ScrollerProps) {
  return (
    <div className={styles['scroller']} tabIndex={0} role="region" aria-label={label}>
      {children}
      {more?.hasNextPage && (
        <Button className={styles['more'] ?? ''} variant="quiet" busy={more.isFetchingNextPage} onClick={() => void more.fetchNextPage()}>
          {t`Show more`}
        </Button>
      )}
    </div>
  );
}
