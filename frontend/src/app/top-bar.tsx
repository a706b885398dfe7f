import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useMatch, useNavigate } from '@tanstack/react-router';
import { CircleUserRound, FolderUp, Search } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore, type ChangeEvent, type ComponentProps } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { Keys } from '@/components/ui/key-cap';
import { Menu } from '@/components/ui/menu';
import { NotificationBell } from '@/features/comments/components/notification-bell';
import { sessionOptions } from '@/features/session/api/session';
import type { UserMenuItems } from '@/features/session/components/user-menu-items';
import { UploadButton } from '@/features/uploads/components/upload-button';
import { chosenFiles } from '@/features/uploads/model/dropped-files';
import type { UploadTarget } from '@/features/uploads/model/upload';
import { addUploads } from '@/features/uploads/model/upload-store';
import { useCommands, useOffers } from '@/lib/commands';
import { useConnection, type Live } from '@/lib/connection';
import { useAfterFirstList, useAfterFirstView } from '@/lib/first-view';
import { ariaKeys, keysOf, useKeymap } from '@/lib/keymap';
import { lazyComponent, lazyDialog, lazyPart } from '@/lib/lazy-part';
import { useKeys } from '@/lib/shortcuts';
import { hasStoredEdits, onStorage } from '@/lib/stored-edits';

import { Brand } from './brand';
import { ConnectionNotice } from './connection-notice';
import type { SearchAndPlaces as Palette } from './search-and-places';
import { SHELL_KEYS } from './shell-keys';
import styles from './shell.module.css';
import { ThemeMenu } from './theme-menu';
import topBarStyles from './top-bar.module.css';

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
function SearchEverywhere(props: Pick<ComponentProps<typeof Palette>, 'onShowShortcuts' | 'onSignOut'>) {
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

/** as long as live updates have time to load */
const LOADING_MS = 10_000;

/** Says that there are no live updates, if they could not be loaded. */
function WithoutLiveUpdates(): null {
  useEffect(() => {
    const timer = setTimeout(() => useConnection.getState().setLive('off'), LOADING_MS);
    return () => clearTimeout(timer);
  }, []);
  return null;
}

const LiveUpdates = lazyComponent(async () => (await import('./live-updates')).LiveUpdates, <WithoutLiveUpdates />);

const LIVE_TEXTS: Record<Live, string> = {
  starting: t`Connecting to live updates`,
  on: t`Live updates on`,
  off: t`Live updates unavailable; refreshing every second`,
};

/** Subscribes to live updates of the current user and shows whether they arrive. */
function ConnectionIndicator() {
  const { data: user } = useQuery(sessionOptions);
  const live = useConnection((state) => (state.lost ? 'off' : state.live));
  return (
    <>
      {user && <LiveUpdates userId={user.id} />}
      <span role="img" className={styles['dot']} data-live={live} aria-label={LIVE_TEXTS[live]} title={LIVE_TEXTS[live]} />
    </>
  );
}

const useEditStates = lazyPart(() => import('@/features/workspace/components/edit-states'));

const useIsOpen = (from: '/signed-in/' | '/signed-in/c/$uuid' | '/signed-in/d/$uuid') => useMatch({ from, shouldThrow: false }) !== undefined;

/** The state of edits, of the open page and of other ones. Loaded if there are some, and later where some may be made. */
function EditStates() {
  const { data: user } = useQuery(sessionOptions);
  const isDocument = useIsOpen('/signed-in/d/$uuid');
  const isList = useIsOpen('/signed-in/');
  const isCorpus = useIsOpen('/signed-in/c/$uuid');
  const isAfterView = useAfterFirstView();
  const isAfterList = useAfterFirstList();
  const hasStored = useSyncExternalStore(onStorage, hasStoredEdits);
  const parts = useEditStates(hasStored || (isDocument && isAfterView) || ((isList || isCorpus) && isAfterList));
  return parts && user && <parts.EditStates username={user.username} isList={isList} />;
}

const TeamsLabel = lazyComponent(async () => (await import('@/features/sharing/components/teams-label')).TeamsLabel, t`Your teams`);

interface TopBarProps {
  target: UploadTarget;
  /** ref of the element that holds the button of the upload panel */
  uploadButtonRef: (element: HTMLElement | null) => void;
  onShowShortcuts: () => void;
  onSignOut: () => void;
}

const useParts = lazyPart(() => import('@/features/session/components/user-menu-items'));

function UserMenu(props: ComponentProps<typeof UserMenuItems>) {
  const [wanted, setWanted] = useState(false);
  const parts = useParts(wanted);
  return (
    <Menu trigger={<IconButton label={t`Your account`} tooltip={false} icon={<CircleUserRound />} />} ready={parts !== undefined} onWanted={() => setWanted(true)}>
      {parts && <parts.UserMenuItems {...props} />}
    </Menu>
  );
}

/** Makes the input choose folders; React has no property for this attribute. */
const FOLDERS = { webkitdirectory: '' };

function UploadFolderButton({ target }: { target: UploadTarget }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  useCommands(() => [{ name: 'upload-folder', text: t`Upload a folder`, run: choose }]);
  const onSelect = (event: ChangeEvent<HTMLInputElement>) => {
    void addUploads(chosenFiles([...(event.target.files ?? [])]), target);
    event.target.value = '';
  };
  return (
    <span className={topBarStyles['button']}>
      <IconButton label={t`Upload a folder`} icon={<FolderUp />} onClick={choose} />
      <input ref={input} type="file" multiple hidden aria-label={t`Folder to upload`} data-testid="folder-input" onChange={onSelect} {...FOLDERS} />
    </span>
  );
}

export function TopBar({ target, uploadButtonRef, onShowShortcuts, onSignOut }: TopBarProps) {
  const navigate = useNavigate();
  return (
    <header className={styles['bar']}>
      <Brand to="/" label={t`Cartulary, home`} />
      <span className={styles['space']} />
      <SearchEverywhere onShowShortcuts={onShowShortcuts} onSignOut={onSignOut} />
      <ConnectionNotice />
      <EditStates />
      <ConnectionIndicator />
      <span ref={uploadButtonRef} className={styles['uploads']} />
      <UploadButton target={target} />
      <UploadFolderButton target={target} />
      <NotificationBell />
      <ThemeMenu />
      <UserMenu
        teams={<TeamsLabel />}
        onOpenAccount={() => void navigate({ to: '/account' })}
        onOpenTeams={() => void navigate({ to: '/teams' })}
        onOpenUsage={() => void navigate({ to: '/usage' })}
        onShowShortcuts={onShowShortcuts}
        onOpenHelp={() => void navigate({ to: '/help' })}
        onSignOut={onSignOut}
      />
    </header>
  );
}
