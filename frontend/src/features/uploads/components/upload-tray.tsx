import { Pause, Play, TriangleAlert, X } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { count } from '@/lib/format';

import { holdWords, traySummary, type Stage, type TrayGroup, type TrayItem } from '../model/tray';
import { isPending } from '../model/upload';
import { cancelUploads, clearUploads, goOnUploading, pauseAllUploads, useUploads } from '../model/upload-store';
import { useTray } from '../use-tray';
import { TrayList } from './tray-list';
import styles from './upload-tray.module.css';

const ArchiveAccount = lazy(async () => ({ default: (await import('./archive-account')).ArchiveAccount }));

const DONE = new Set<Stage>(['ready', 'partial', 'duplicate', 'failed', 'unreadable']);
const TO_SEND = new Set<Stage>(['waiting', 'sending', 'paused']);

const idsIn = (groups: readonly TrayGroup[], stages: ReadonlySet<Stage>) =>
  groups.filter(({ stage }) => stages.has(stage)).flatMap(({ items }) => items.map(({ upload }) => upload.id));

/** Files that a reload would lose: the browser asks before the page goes. */
function useUnkept(): number {
  const uploads = useUploads((state) => state.uploads);
  const unkept = useUploads((state) => state.unkept);
  const lost = unkept.size > 0 ? uploads.filter((upload) => isPending(upload) && unkept.has(upload.id)).length : 0;
  useEffect(() => {
    if (lost === 0) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [lost]);
  return lost;
}

function TrayNotes() {
  const hold = useUploads((state) => state.hold);
  const unkept = useUnkept();
  return (
    <div role="status">
      {hold && <p className={styles['note']}>{holdWords(hold)}</p>}
      {unkept > 0 && (
        <p className={styles['note']}>
          <TriangleAlert aria-hidden="true" />
          {count(unkept, 'file does', 'files do')} not fit into what this browser can keep. Leave this tab open until they are sent.
        </p>
      )}
    </div>
  );
}

function AllButtons({ ids }: { ids: readonly string[] }) {
  const hold = useUploads((state) => state.hold);
  if (ids.length === 0) return null;
  const stopped = hold?.reason === 'paused';
  return (
    <>
      <Button size="small" variant="quiet" icon={stopped ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />} onClick={stopped ? goOnUploading : pauseAllUploads}>
        {stopped ? 'Go on' : 'Pause all'}
      </Button>
      <Button size="small" variant="quiet" onClick={() => cancelUploads(ids)}>
        Cancel all
      </Button>
    </>
  );
}

/** Beside the work, not in front of it. */
export function UploadTray() {
  const { open, setOpen } = useUploads();
  const { groups, counts } = useTray();
  const [shown, setShown] = useState('');
  const show = useCallback(({ upload }: TrayItem) => setShown(upload.id), []);
  if (!open) return null;
  const done = idsIn(groups, DONE);
  const account = shown ? groups.flatMap(({ items }) => items).find(({ upload }) => upload.id === shown) : undefined;
  return (
    <section className={styles['tray']} aria-label="Uploads">
      <header className={styles['header']}>
        <h2>{traySummary(counts)}</h2>
        <AllButtons ids={idsIn(groups, TO_SEND)} />
        {done.length > 0 && (
          <Button size="small" variant="quiet" onClick={() => clearUploads(done)}>
            Clear finished
          </Button>
        )}
        <IconButton label="Close uploads" hint={false} icon={<X />} onClick={() => setOpen(false)} />
      </header>
      <TrayNotes />
      <TrayList groups={groups} onAccount={show} />
      {account && (
        <Suspense>
          <ArchiveAccount item={account} onClose={() => setShown('')} />
        </Suspense>
      )}
    </section>
  );
}
