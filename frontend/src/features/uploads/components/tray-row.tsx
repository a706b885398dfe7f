import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleX, Clock, FileUp, LoaderCircle, Pause, Play, RotateCcw, TriangleAlert, X } from 'lucide-react';
import { memo } from 'react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { fileSize } from '@/lib/format';

import { archiveWords, type Stage, type TrayItem } from '../model/tray';
import { cancelUploads, pauseUploads, resumeUploads, retryUploads } from '../model/upload-store';
import styles from './upload-tray.module.css';

const ICONS: Record<Stage, typeof Clock> = {
  failed: CircleX,
  unreadable: CircleX,
  partial: TriangleAlert,
  sending: FileUp,
  processing: LoaderCircle,
  waiting: Clock,
  paused: Pause,
  duplicate: CircleAlert,
  ready: CircleCheck,
};

interface TrayRowProps {
  item: TrayItem;
  onAccount: (item: TrayItem) => void;
}

function PendingButtons({ item: { upload, stage } }: { item: TrayItem }) {
  const { id, name } = upload;
  const cancel = <IconButton label={`Cancel ${name}`} hint={false} icon={<X />} onClick={() => cancelUploads([id])} />;
  if (stage === 'failed') {
    return (
      <>
        {upload.file && <IconButton label={`Retry ${name}`} hint={false} icon={<RotateCcw />} onClick={() => retryUploads([id])} />}
        {cancel}
      </>
    );
  }
  const stopped = stage === 'paused';
  return (
    <>
      <IconButton
        label={stopped ? `Go on with ${name}` : `Pause ${name}`}
        hint={false}
        icon={stopped ? <Play /> : <Pause />}
        onClick={() => (stopped ? resumeUploads([id]) : pauseUploads([id]))}
      />
      {cancel}
    </>
  );
}

const PENDING = new Set<Stage>(['sending', 'waiting', 'paused', 'failed']);

function Trailer({ item, onAccount }: TrayRowProps) {
  const { upload, stage } = item;
  if (PENDING.has(stage)) return <PendingButtons item={item} />;
  if (upload.archiveId) {
    return (
      <Button size="small" variant="quiet" aria-label={`See each file of ${upload.name}`} onClick={() => onAccount(item)}>
        See each file
      </Button>
    );
  }
  const label = stage === 'duplicate' ? 'Open it' : 'Open';
  return upload.documentId ? (
    <Link to="/d/$uuid" params={{ uuid: upload.documentId }} aria-label={`${label} ${upload.name}`}>
      {label}
    </Link>
  ) : null;
}

function detail({ upload, archive }: TrayItem): string {
  if (archive) return archiveWords(archive);
  const where = upload.place.path ? `${upload.place.path} · ` : '';
  return where + fileSize(upload.size);
}

export const TrayRow = memo(({ item, onAccount }: TrayRowProps) => {
  const { upload, stage } = item;
  const Icon = ICONS[stage];
  return (
    <div className={styles['row']} data-stage={stage}>
      <Icon aria-hidden="true" />
      <div className={styles['file']}>
        <span className="truncate" title={upload.name}>
          {upload.name}
        </span>
        {stage === 'sending' ? (
          <progress aria-label={`Uploading ${upload.name}`} value={upload.progress} max={1} />
        ) : (
          <span className="muted small truncate">{detail(item)}</span>
        )}
      </div>
      <Trailer item={item} onAccount={onAccount} />
    </div>
  );
});
