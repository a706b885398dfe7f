import { t } from '@lingui/core/macro';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';

import { KeyCap } from '@/components/ui/key-cap';
import { lazyDialog } from '@/lib/lazy-part';

import styles from './shell.module.css';

const SearchAndPlaces = lazyDialog(async () => (await import('./search-and-places')).SearchAndPlaces, ({ onClose }) => onClose());

const isSearchKey = (event: KeyboardEvent) => event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;

/** The button and the key (Ctrl+K) that open the search from everywhere. */
export function SearchEverywhere() {
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
  return (
    <>
      <button type="button" className={styles['search']} aria-label={t`Search`} aria-keyshortcuts="Control+K" onClick={() => setOpen(true)}>
        <Search aria-hidden="true" />
        <span className={styles['searchText']}>{t`Search`}</span>
        <span className={styles['searchKey']} aria-hidden="true">
          <KeyCap>{t`Ctrl K`}</KeyCap>
        </span>
      </button>
      {open && <SearchAndPlaces onClose={() => setOpen(false)} />}
    </>
  );
}
