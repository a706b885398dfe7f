import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useMatch, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import type { CorpusDetail } from '@/features/corpora/api/get-corpus';
import { DropZone } from '@/features/uploads/components/drop-zone';
import { UploadTray } from '@/features/uploads/components/upload-tray';
import { abandonUploads } from '@/features/uploads/model/upload-store';
import { isTyping, useKeyHelp, type KeyGroup } from '@/lib/keys';

import { KeysDialog } from './keys-dialog';
import { Rail } from './rail';
import styles from './shell.module.css';
import { TopBar } from './top-bar';

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

/** Files go into the corpus whose page is open, else into the personal one. */
function useUploadTarget() {
  const corpus = useMatch({ from: '/signed-in/c/$uuid', shouldThrow: false })?.params.uuid;
  const detail = useQueryClient().getQueryData<CorpusDetail>(['corpus', corpus]);
  return { corpus, corpusTitle: detail?.title };
}

export function Shell() {
  const router = useRouter();
  const [keysOpen, setKeysOpen] = useState(false);
  const [showKeys] = useState(() => () => setKeysOpen(true));
  const target = useUploadTarget();
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
      <TopBar corpus={target.corpus} onShowKeys={showKeys} onSignedOut={signedOut} />
      <Rail />
      <main id="content" className={styles['content']} tabIndex={-1}>
        <Outlet />
      </main>
      <UploadTray />
      <DropZone {...target} />
      <KeysDialog open={keysOpen} onOpenChange={setKeysOpen} />
    </div>
  );
}
