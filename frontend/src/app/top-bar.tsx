import { Link, useNavigate } from '@tanstack/react-router';
import { Monitor, Moon, Sun } from 'lucide-react';

import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuChoice } from '@/components/ui/menu';
import { UserMenu } from '@/features/session/components/user-menu';
import { UploadButton } from '@/features/uploads/components/upload-button';
import { UploadFolderButton } from '@/features/uploads/components/upload-folder-button';
import type { Place } from '@/features/uploads/model/upload';
import { useTheme } from '@/lib/theme';

import { ConnectionNotice } from './connection-notice';
import { LiveDot } from './live-dot';
import styles from './shell.module.css';

const THEMES = [
  { value: 'light', label: 'Light', icon: <Sun /> },
  { value: 'dark', label: 'Dark', icon: <Moon /> },
  { value: 'system', label: 'Like the system', icon: <Monitor /> },
] as const;

interface TopBarProps {
  place: Place;
  /** takes the button of the upload tray */
  trayPlace: (element: HTMLElement | null) => void;
  onShowKeys: () => void;
  onSignedOut: () => void;
}

export function TopBar({ place, trayPlace, onShowKeys, onSignedOut }: TopBarProps) {
  const { theme, setTheme } = useTheme();
  const navigate = useNavigate();
  const current = THEMES.find(({ value }) => value === theme) ?? THEMES[2];
  return (
    <header className={styles['bar']}>
      <Link to="/" className={styles['brand']} aria-label="Cartulary, home">
        <img src="/static/app/favicon.svg" alt="" />
        <span>Cartulary</span>
      </Link>
      <span className={styles['space']} />
      <ConnectionNotice />
      <LiveDot />
      <span ref={trayPlace} />
      <UploadButton place={place} />
      <UploadFolderButton place={place} />
      <Menu trigger={<IconButton label={`Theme: ${current.label}`} hint={false} icon={current.icon} />}>
        <MenuChoice value={theme} onChange={setTheme} choices={THEMES} />
      </Menu>
      <UserMenu onOpenAccount={() => void navigate({ to: '/account' })} onOpenUsage={() => void navigate({ to: '/usage' })} onShowKeys={onShowKeys} onSignedOut={onSignedOut} />
    </header>
  );
}
