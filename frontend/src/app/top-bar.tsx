import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';

import { NotificationBell } from '@/features/comments/components/notification-bell';
import { UserMenu } from '@/features/session/components/user-menu';
import { UploadButton } from '@/features/uploads/components/upload-button';
import { UploadFolderButton } from '@/features/uploads/components/upload-folder-button';
import type { UploadTarget } from '@/features/uploads/model/upload';
import { lazyComponent } from '@/lib/lazy-part';

import { Brand } from './brand';
import { ConnectionNotice } from './connection-notice';
import { ConnectionIndicator } from './connection-indicator';
import { EditStates } from './edit-states';
import { SearchEverywhere } from './search-everywhere';
import styles from './shell.module.css';
import { ThemeMenu } from './theme-menu';

const TeamsLabel = lazyComponent(async () => (await import('@/features/sharing/components/teams-label')).TeamsLabel, t`Your teams`);

interface TopBarProps {
  target: UploadTarget;
  /** ref of the element that holds the button of the upload panel */
  uploadButtonRef: (element: HTMLElement | null) => void;
  onShowShortcuts: () => void;
  onSignOut: () => void;
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
