import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';

import { KeyCap } from '@/components/ui/key-cap';
import type { Place, SearchTarget } from '@/features/search/model/choices';
import { sessionOptions } from '@/features/session/api/session';

import styles from './shell.module.css';

const SearchDialog = lazy(async () => ({ default: (await import('@/features/search/components/search-dialog')).SearchDialog }));

const PLACES: readonly Place[] = [
  { text: 'Documents', to: '/' },
  { text: 'Corpora', to: '/c' },
  { text: 'Activity', to: '/jobs' },
  { text: 'Bin', to: '/bin' },
  { text: 'Account', to: '/account' },
  { text: 'Teams', to: '/teams' },
  { text: 'Storage', to: '/usage' },
];
const STAFF_PLACES: readonly Place[] = [...PLACES, { text: 'Operations', to: '/operations' }];

const isSearchKey = (event: KeyboardEvent) => event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;

/** The button and the key (Ctrl+K) that open the search from everywhere. */
export function SearchEverywhere() {
  const router = useRouter();
  const { data: user } = useQuery(sessionOptions);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  const go = ({ to, params, search }: SearchTarget) => void router.navigate({ to, ...(params && { params }), search: search ?? {} } as unknown as Parameters<typeof router.navigate>[0]);
  return (
    <>
      <button type="button" className={styles['search']} aria-label="Search" aria-keyshortcuts="Control+K" onClick={() => setOpen(true)}>
        <Search aria-hidden="true" />
        <span className={styles['searchText']}>Search</span>
        <span className={styles['searchKey']} aria-hidden="true">
          <KeyCap>Ctrl K</KeyCap>
        </span>
      </button>
      <Suspense>{open && <SearchDialog places={user?.is_staff ? STAFF_PLACES : PLACES} onGo={go} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
