import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { sessionOptions } from '@/features/session/api/session';
import { useConnection, type Live } from '@/lib/connection';
import { lazyComponent } from '@/lib/lazy-part';

import styles from './connection-indicator.module.css';

/** as long as live updates have time to load */
const LOADING_MS = 10_000;

/** Says that there are no live updates, if they could not be loaded. */
function Loading(): null {
  useEffect(() => {
    const timer = setTimeout(() => useConnection.getState().setLive('off'), LOADING_MS);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

const LiveUpdates = lazyComponent(async () => (await import('./live-updates')).LiveUpdates, <Loading />);

const LABELS: Record<Live, string> = {
  starting: t`Connecting to live updates`,
  on: t`Live updates on`,
  off: t`Live updates unavailable; refreshing every second`,
};

/** Subscribes to live updates of the current user and shows whether they arrive. */
export function ConnectionIndicator() {
  const { data: user } = useQuery(sessionOptions);
  const live = useConnection((state) => (state.lost ? 'off' : state.live));
  return (
    <>
      {user && <LiveUpdates userId={user.id} />}
      <span role="img" className={styles['dot']} data-live={live} aria-label={LABELS[live]} title={LABELS[live]} />
    </>
  );
}
