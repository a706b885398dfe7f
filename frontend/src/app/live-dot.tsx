import { useQuery } from '@tanstack/react-query';

import { sessionOptions } from '@/features/session/api/session';
import { useConnection, type Live } from '@/lib/connection';

import styles from './live-dot.module.css';
import { useLiveUpdates } from './live-updates';

const WORDS: Record<Live, string> = {
  starting: 'Live updates: connecting',
  on: 'Live: changes show at once',
  off: 'Live updates are off: lists ask every second',
};

/** Listens for the person who is signed in, and shows that it does. */
export function LiveDot() {
  const { data: user } = useQuery(sessionOptions);
  useLiveUpdates(user?.id);
  const live = useConnection((state) => state.live);
  return <span role="img" className={styles['dot']} data-live={live} aria-label={WORDS[live]} title={WORDS[live]} />;
}
