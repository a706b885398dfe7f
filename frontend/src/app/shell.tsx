import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useMatch, useRouterState } from '@tanstack/react-router';
import { Activity, Eye, Files, Gauge, Library, ListChecks, MessageCircleQuestion, Trash2 } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';

import { corpusOptions } from '@/features/corpora/api/get-corpus';
import { UNFILED } from '@/features/corpora/model/unfiled';
import { sessionOptions } from '@/features/session/api/session';
import { DropZone } from '@/features/uploads/components/drop-zone';
import { setUploadUser, useUploads } from '@/features/uploads/model/upload-store';
import { cancelConfirmation, useConfirmation } from '@/lib/confirmation';
import { lazyComponent, lazyDialog } from '@/lib/lazy-part';
import { may } from '@/lib/permissions';
import { useKeys } from '@/lib/shortcuts';

import { Brand } from './brand';
import { ConnectionNotice } from './connection-notice';
import { SHELL_KEYS } from './shell-keys';
import styles from './shell.module.css';
import { ThemeMenu } from './theme-menu';
import { TopBar } from './top-bar';

function MainNavigation() {
  const { data: user } = useQuery(sessionOptions);
  return (
    <nav className={styles['navigation']} aria-label={t`Main`}>
      <ul>
        <li>
          <Link to="/" className={styles['item']} activeOptions={{ exact: true, includeSearch: false }}>
            <Files aria-hidden="true" />
            {t`Documents`}
          </Link>
        </li>
        <li>
          <Link to="/c" className={styles['item']} activeOptions={{ includeSearch: false }}>
            <Library aria-hidden="true" />
            {t`Corpora`}
          </Link>
        </li>
        <li>
          <Link to="/todo" className={styles['item']}>
            <ListChecks aria-hidden="true" />
            {t({ message: 'To do', context: 'page' })}
          </Link>
        </li>
        <li>
          <Link to="/ask" className={styles['item']} activeOptions={{ includeSearch: false }}>
            <MessageCircleQuestion aria-hidden="true" />
            {t`Ask`}
          </Link>
        </li>
        <li>
          <Link to="/jobs" className={styles['item']} activeOptions={{ includeSearch: false }}>
            <Activity aria-hidden="true" />
            {t`Activity`}
          </Link>
        </li>
        <li>
          <Link to="/bin" className={styles['item']} activeOptions={{ includeSearch: false }}>
            <Trash2 aria-hidden="true" />
            {t`Bin`}
          </Link>
        </li>
        {user?.is_staff && (
          <li>
            <Link to="/operations" className={styles['item']} activeOptions={{ includeSearch: false }}>
              <Gauge aria-hidden="true" />
              {t`Operations`}
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** The page layout for anonymous users. */
function PublicShell({ children }: { children: ReactNode }) {
  const { href } = useLocation();
  const signIn = (
    <Link to="/login" search={{ next: href }}>
      {t`Sign in`}
    </Link>
  );
  return (
    <div className={styles['public']}>
      <header className={styles['bar']}>
        <Brand to="/login" label={t`Cartulary`} />
        <span className={styles['space']} />
        <ConnectionNotice />
        <ThemeMenu />
        {signIn}
      </header>
      <aside className={styles['viewing']} aria-label={t`View only`}>
        <Eye aria-hidden="true" />
        <span>
          <Trans>View only: you can read, search and download. {signIn} to do more.</Trans>
        </span>
      </aside>
      <main id="content" className={styles['content']} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

const ShortcutsDialog = lazyDialog(async () => (await import('./shortcuts-dialog')).ShortcutsDialog, ({ onClose }) => onClose());
const ConfirmPassword = lazyDialog(async () => (await import('@/features/account/components/confirm-password-dialog')).ConfirmPasswordDialog, ({ onClose }) => onClose(false));
const SignOut = lazyDialog(async () => (await import('./sign-out')).SignOut, ({ onClose }) => onClose());

/** what the user came for: the pages of a document, the first row of a list, or else what the open tab shows */
const CONTENT = ['main [role=application]', 'main [role=grid]', 'main tbody a', 'main [role=tabpanel]:not([hidden])', '#content'];

function focusContent(): void {
  const [element] = CONTENT.flatMap((selector) => document.querySelector<HTMLElement>(selector) ?? []);
  element?.focus();
}

/** Return where dropped files go: the open corpus and folder if the user may add to it, otherwise the personal corpus. */
function useUploadTarget() {
  const match = useMatch({ from: '/signed-in/c/$uuid', shouldThrow: false });
  const openCorpus = match?.params.uuid;
  const openFolder = match?.search.folder;
  const { data: detail } = useQuery({ ...corpusOptions(openCorpus ?? ''), enabled: openCorpus !== undefined });
  const readOnlyCorpus = detail && !may(detail, 'EDIT') ? detail.title : undefined;
  const corpus = readOnlyCorpus === undefined ? openCorpus : undefined;
  const folder = corpus === undefined || openFolder === UNFILED ? undefined : openFolder;
  const target = useMemo(() => ({ ...(corpus && { corpus }), ...(folder && { folder }) }), [corpus, folder]);
  return { target, targetTitle: corpus && detail?.title, readOnlyCorpus };
}

/** Use the keys of the user, and resume the uploads of an earlier visit. */
function useUserData(): void {
  const { data: user } = useQuery(sessionOptions);
  const username = user?.username;
  useEffect(() => {
    if (!username) return;
    void import('@/lib/stored-keys').then(({ openKeymap }) => openKeymap(username));
    setUploadUser(username);
  }, [username]);
}

/** A bar while the next page is loaded. It appears after a moment: most pages are there before. */
function Loading() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return isLoading && <div className={styles['loading']} role="progressbar" aria-label={t`Loading the page`} />;
}

const UploadPanelRoot = lazyComponent(async () => (await import('@/features/uploads/components/upload-panel-root')).UploadPanelRoot);

/** The upload panel, once there are uploads. Its button is rendered into `buttonContainer`. */
function UploadPanelSlot({ buttonContainer }: { buttonContainer: Element | null }) {
  const hasUploads = useUploads((state) => state.uploads.length > 0);
  if (!hasUploads || !buttonContainer) return null;
  return (
    <UploadPanelRoot buttonContainer={buttonContainer} />
  );
}

function UserShell() {
  const [shortcutsOpen, setShortcutsOpen] = useState(false);
  const showShortcuts = () => setShortcutsOpen(true);
  const [uploadButton, setUploadButton] = useState<HTMLElement | null>(null);
  const upload = useUploadTarget();
  useUserData();
  useKeys(SHELL_KEYS.help, showShortcuts);
  useKeys(SHELL_KEYS.content, focusContent);
  const { settle } = useConfirmation();
  useEffect(() => cancelConfirmation, []);
  const [isLeaving, setLeaving] = useState(false);
  return (
    <div className={styles['shell']}>
      <a href="#content" className={styles['skip']}>
        {t`Skip to content`}
      </a>
      <Loading />
      <TopBar target={upload.target} uploadButtonRef={setUploadButton} onShowShortcuts={showShortcuts} onSignOut={() => setLeaving(true)} />
      <MainNavigation />
      <main id="content" className={styles['content']} tabIndex={-1}>
        <Outlet />
      </main>
      <UploadPanelSlot buttonContainer={uploadButton} />
      <DropZone {...upload} />
      {settle && <ConfirmPassword onClose={settle} />}
      {isLeaving && <SignOut onClose={() => setLeaving(false)} />}
      {shortcutsOpen && <ShortcutsDialog onClose={() => setShortcutsOpen(false)} />}
    </div>
  );
}

export function Shell() {
  const { data: user } = useQuery(sessionOptions);
  if (user !== null) return <UserShell />;
  return (
    <PublicShell>
      <Outlet />
    </PublicShell>
  );
}
