// The upload panel and its button in the top bar, loaded with the first upload.
import { plural, t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, LoaderCircle, Pause, Play, TriangleAlert, X } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { lazyDialog } from '@/lib/lazy-part';
import { pauseText, uploadSummary } from '@/lib/messages/uploads';

import { isPending } from '../model/upload';
import type { Stage, UploadGroup, UploadItem } from '../model/upload-groups';
import { cancelUploads, clearUploads, pauseAllUploads, resumeAllUploads, useUploads } from '../model/upload-store';
import { useUploadGroups } from '../use-upload-groups';
import { UploadList } from './upload-list';
import styles from './upload-panel.module.css';

const ArchiveReport = lazyDialog(async () => (await import('./archive-report')).ArchiveReport, ({ onClose }) => onClose());

const PasswordDialog = lazyDialog(async () => (await import('./password-dialog')).PasswordDialog, ({ onClose }) => onClose());

const DONE = new Set<Stage>(['ready', 'partial', 'duplicate', 'failed', 'unreadable']);
const TO_SEND = new Set<Stage>(['waiting', 'sending', 'paused']);

const idsIn = (groups: readonly UploadGroup[], stages: ReadonlySet<Stage>) =>
  groups.filter(({ stage }) => stages.has(stage)).flatMap(({ items }) => items.map(({ upload }) => upload.id));

/** Return the number of files that a reload would lose. While there are any, the browser asks before closing the page. */
function useUnsavedFiles(): number {
  const uploads = useUploads((state) => state.uploads);
  const notPersisted = useUploads((state) => state.notPersisted);
  const unsaved = notPersisted.size > 0 ? uploads.filter((upload) => isPending(upload) && notPersisted.has(upload.id)).length : 0;
  useEffect(() => {
    if (unsaved === 0) return undefined;
    const confirm = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', confirm);
    return () => removeEventListener('beforeunload', confirm);
  }, [unsaved]);
  return unsaved;
}

const ROOM = '--upload-room';

/** Keep room under lists for the panel, which is over their end; returns a function that ends this. */
function keepRoom(panel: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty(ROOM, `${innerHeight - panel.getBoundingClientRect().top}px`));
  observer.observe(panel);
  return () => {
    observer.disconnect();
    style.removeProperty(ROOM);
  };
}

const withRoom = (panel: HTMLElement | null) => (panel ? keepRoom(panel) : undefined);

function PanelNotices() {
  const pause = useUploads((state) => state.pause);
  const unsaved = useUnsavedFiles();
  return (
    <div role="status">
      {pause && <p className={styles['notice']}>{pauseText(pause.cause)}</p>}
      {unsaved > 0 && (
        <p className={styles['notice']}>
          <TriangleAlert aria-hidden="true" />
          {t`${plural(unsaved, { one: '# file exceeds', other: '# files exceed' })} the storage of this browser. Keep this tab open until they are uploaded.`}
        </p>
      )}
    </div>
  );
}

function AllButtons({ ids }: { ids: readonly string[] }) {
  const pause = useUploads((state) => state.pause);
  if (ids.length === 0) return null;
  const isPaused = pause?.cause === 'paused';
  return (
    <>
      <Button size="small" variant="quiet" icon={isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />} onClick={isPaused ? resumeAllUploads : pauseAllUploads}>
        {isPaused ? t`Resume` : t`Pause all`}
      </Button>
      <Button size="small" variant="quiet" onClick={() => cancelUploads(ids)}>
        {t`Cancel all`}
      </Button>
    </>
  );
}

/** The upload panel: all files in groups. */
function UploadPanel() {
  const { open, setOpen } = useUploads();
  const { groups, counts } = useUploadGroups();
  const [reportOf, setReportOf] = useState('');
  const showReport = useCallback(({ upload }: UploadItem) => setReportOf(upload.id), []);
  const [locked, setLocked] = useState<readonly string[]>([]);
  if (!open) return null;
  const done = idsIn(groups, DONE);
  const archive = reportOf ? groups.flatMap(({ items }) => items).find(({ upload }) => upload.id === reportOf) : undefined;
  return (
    <section ref={withRoom} className={styles['panel']} aria-label={t`Uploads`}>
      <header className={styles['header']}>
        <h2>{uploadSummary(counts)}</h2>
        <AllButtons ids={idsIn(groups, TO_SEND)} />
        {done.length > 0 && (
          <Button size="small" variant="quiet" onClick={() => clearUploads(done)}>
            {t`Clear finished`}
          </Button>
        )}
        <IconButton label={t`Close uploads`} tooltip={false} icon={<X />} onClick={() => setOpen(false)} />
      </header>
      <PanelNotices />
      <UploadList groups={groups} onShowReport={showReport} onPassword={setLocked} />
      {locked.length > 0 && <PasswordDialog documents={locked} onClose={() => setLocked([])} />}
      {archive && (
        <ArchiveReport item={archive} onClose={() => setReportOf('')} />
      )}
    </section>
  );
}

function appearance({ left, failed }: { left: number; failed: number }, isPaused: boolean) {
  if (left > 0) return isPaused ? (['warning', Pause] as const) : (['info', LoaderCircle] as const);
  return failed > 0 ? (['danger', CircleX] as const) : (['success', CircleCheck] as const);
}

/** A summary of all uploads; opens the upload panel. */
function UploadPanelButton() {
  const { open, setOpen, pause } = useUploads();
  const { counts } = useUploadGroups();
  const [tone, Icon] = appearance(counts, pause !== undefined);
  const summary = uploadSummary(counts);
  return (
    <>
      <button type="button" className={styles['button']} aria-label={t`${summary}: uploads`} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
          {summary}
        </Badge>
      </button>
      <span className="visually-hidden" role="status">
        {counts.left === 0 && summary}
      </span>
    </>
  );
}

const AFFECTED_BY_ARCHIVES = ['corpus', 'corpora', 'corpus-documents', 'folders', 'usage'];

/** Return the number of files unpacked from all archives. */
const countUnpacked = (groups: readonly UploadGroup[]) =>
  groups.reduce((sum, { items }) => sum + items.reduce((n, { archive }) => n + (archive ? archive.counts.added + archive.counts.existing : 0), 0), 0);

function useRefreshAfterUnpacking(): void {
  const queryClient = useQueryClient();
  const files = countUnpacked(useUploadGroups().groups);
  useEffect(() => {
    if (files > 0) for (const key of AFFECTED_BY_ARCHIVES) void queryClient.invalidateQueries({ queryKey: [key] });
  }, [queryClient, files]);
}

export function UploadPanelRoot({ buttonContainer }: { buttonContainer: Element }) {
  useRefreshAfterUnpacking();
  return (
    <>
      {createPortal(<UploadPanelButton />, buttonContainer)}
      <UploadPanel />
    </>
  );
}
