import { t } from '@lingui/core/macro';
import { Search } from 'lucide-react';
import { useState, type ComponentProps } from 'react';

import { Keys } from '@/components/ui/key-cap';
import { useOffers } from '@/lib/commands';
import { ariaKeys, keysOf, useKeymap } from '@/lib/keymap';
import { lazyDialog } from '@/lib/lazy-part';
import { useKeys } from '@/lib/shortcuts';

import type { SearchAndPlaces as Palette } from './search-and-places';
import { SHELL_KEYS } from './shell-keys';
import styles from './shell.module.css';

const SearchAndPlaces = lazyDialog(async () => (await import('./search-and-places')).SearchAndPlaces, ({ onClose }) => onClose());

type Opened = 'search' | 'commands';

/** Find in the open document, or go to the search field of the page; return false if there is neither. */
function findOnPage(): boolean {
  const find = useOffers.getState().offers.flatMap(({ current }) => current()).find(({ name }) => name === 'document.find');
  const field = document.querySelector<HTMLElement>('main input[type=search]');
  if (find) find.run();
  else field?.focus();
  return Boolean(find ?? field);
}

/** The button and the keys that open the search from everywhere, and the commands. */
export function SearchEverywhere(props: Pick<ComponentProps<typeof Palette>, 'onShowShortcuts' | 'onSignOut'>) {
  const [opened, setOpened] = useState<Opened>();
  const keys = useKeymap(({ own }) => keysOf(SHELL_KEYS.search, own));
  // What is open stays as it is.
  useKeys(SHELL_KEYS.search, () => setOpened(opened ?? 'search'));
  useKeys(SHELL_KEYS.find, () => findOnPage() || setOpened(opened ?? 'search'));
  useKeys(SHELL_KEYS.commands, () => setOpened(opened ?? 'commands'));
  return (
    <>
      <button type="button" className={styles['search']} aria-label={t`Search`} aria-keyshortcuts={ariaKeys(keys)} onClick={() => setOpened('search')}>
        <Search aria-hidden="true" />
        <span className={styles['searchText']}>{t`Search`}</span>
        <span className={styles['searchKey']} aria-hidden="true">
          <Keys keys={keys} />
        </span>
      </button>
      {opened && <SearchAndPlaces {...props} startsWithCommands={opened === 'commands'} onClose={() => setOpened(undefined)} />}
    </>
  );
}
