import { Link, useNavigate } from '@tanstack/react-router';

import { UserMenu } from '@/features/session/components/user-menu';
import { UploadButton } from '@/features/uploads/components/upload-button';
import { UploadFolderButton } from '@/features/uploads/components/upload-folder-button';
import type { Place } from '@/features/uploads/model/upload';

import { ConnectionNotice } from './connection-notice';
import { LiveDot } from './live-dot';
import styles from './shell.module.css';
import { ThemeMenu } from './theme-menu';

interface TopBarProps {
  place: Place;
  /** takes the button of the upload tray */
  trayPlace: (element: HTMLElement | null) => void;
  onShowKeys: () => void;
  onSignedOut: () => void;
}

export function TopBar({ place, trayPlace, onShowKeys, onSignedOut }: TopBarProps) {
  const navigate = useNavigate();
  return (
    <header className={styles['bar']}>
      <Link to="/" className={styles['brand']} aria-label="Cartulary, home">
        <img src="/static/app/favicon.svg" alt="" />
        <span>Cartulary</span>
      </Link>
      <span className={styles['space']} />
      <ConnectionNotice />
      <LiveDot />
      <span ref={trayPlace} className={styles['tray']} />
      <UploadButton place={place} />
      <UploadFolderButton place={place} />
      <ThemeMenu />
      <UserMenu
        onOpenAccount={() => void navigate({ to: '/account' })}
        onOpenTeams={() => void navigate({ to: '/teams' })}
        onOpenUsage={() => void navigate({ to: '/usage' })}
        onShowKeys={onShowKeys}
        onSignedOut={onSignedOut}
      />
    </header>
  );
}
