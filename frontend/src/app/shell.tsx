import { useQuery } from '@tanstack/react-query';
import { Outlet, useMatch, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';

import { corpusOptions } from '@/features/corpora/api/get-corpus';
import { UNFILED } from '@/features/corpora/model/folder-tree';
import { sessionOptions } from '@/features/session/api/session';
import { DropZone } from '@/features/uploads/components/drop-zone';
import { TraySlot } from '@/features/uploads/components/tray-slot';
import { abandonUploads, uploadsOf } from '@/features/uploads/model/upload-store';
import { isTyping, useKeyHelp, type KeyGroup } from '@/lib/keys';
import { may } from '@/lib/permissions';

import { GuestShell } from './guest-shell';
import { Rail } from './rail';
import styles from './shell.module.css';
import { TopBar } from './top-bar';

const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog')).KeysDialog }));

const EVERYWHERE: KeyGroup = {
  title: 'Everywhere',
  keys: [
    { keys: '?', does: 'Show the keys valid here' },
    { keys: 'Tab', does: 'Go to the next control' },
  ],
};

function useQuestionMark(show: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '?' || isTyping(event.target)) return;
      event.preventDefault();
      show();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [show]);
}

/** Files go into the corpus whose page is open, and its open folder, if the person may add to it; else into the personal one. */
function useUploadTarget() {
  const match = useMatch({ from: '/signed-in/c/$uuid', shouldThrow: false });
  const open = match?.params.uuid;
  const opened = match?.search.folder;
  const { data: detail } = useQuery({ ...corpusOptions(open ?? ''), enabled: open !== undefined });
  const closed = detail && !may(detail, 'EDIT') ? detail.title : undefined;
  const corpus = closed === undefined ? open : undefined;
  const folder = corpus === undefined || opened === UNFILED ? undefined : opened;
  const place = useMemo(() => ({ ...(corpus && { corpus }), ...(folder && { folder }) }), [corpus, folder]);
  return { place, placeTitle: corpus && detail?.title, closed };
}

/** What an earlier visit of this person left to upload goes on. */
function useOwnUploads(): void {
  const { data: user } = useQuery(sessionOptions);
  const name = user?.username;
  useEffect(() => {
    if (name) uploadsOf(name);
  }, [name]);
}

function PersonShell() {
  const router = useRouter();
  const [keysOpen, setKeysOpen] = useState(false);
  const [showKeys] = useState(() => () => setKeysOpen(true));
  const [trayPlace, setTrayPlace] = useState<HTMLElement | null>(null);
  const target = useUploadTarget();
  useOwnUploads();
  useKeyHelp(EVERYWHERE);
  useQuestionMark(showKeys);
  const signedOut = () => {
    abandonUploads();
    router.options.context.queryClient.clear();
    void router.navigate({ to: '/login' });
  };
  return (
    <div className={styles['shell']}>
      <a href="#content" className={styles['skip']}>
        Skip to content
      </a>
      <TopBar place={target.place} trayPlace={setTrayPlace} onShowKeys={showKeys} onSignedOut={signedOut} />
      <Rail />
      <main id="content" className={styles['content']} tabIndex={-1}>
        <Outlet />
      </main>
      <TraySlot bar={trayPlace} />
      <DropZone {...target} />
      <Suspense>{keysOpen && <KeysDialog onClose={() => setKeysOpen(false)} />}</Suspense>
    </div>
  );
}

export function Shell() {
  const { data: user } = useQuery(sessionOptions);
  if (user !== null) return <PersonShell />;
  return (
    <GuestShell>
      <Outlet />
    </GuestShell>
  );
}
