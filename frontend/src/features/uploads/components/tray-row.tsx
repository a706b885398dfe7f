import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleX, Clock, FileUp, LoaderCircle, X } from 'lucide-react';

import { IconButton } from '@/components/ui/icon-button';
import { fileSize } from '@/lib/format';

import type { Stage, TrayItem } from '../model/tray';
import { cancelUpload } from '../model/upload-store';
import styles from './upload-tray.module.css';

const ICONS: Record<Stage, typeof Clock> = {
  failed: CircleX,
  unreadable: CircleX,
  sending: FileUp,
  processing: LoaderCircle,
  waiting: Clock,
  duplicate: CircleAlert,
  ready: CircleCheck,
};

function Trailer({ item: { upload, stage } }: { item: TrayItem }) {
  const open = (label: string) => (
    <Link to="/d/$uuid" params={{ uuid: upload.documentId ?? '' }} aria-label={`${label} ${upload.file.name}`}>
      {label}
    </Link>
  );
  if (stage === 'sending' || stage === 'waiting') {
    return <IconButton label={`Cancel ${upload.file.name}`} hint={false} icon={<X />} onClick={() => cancelUpload(upload.id)} />;
  }
  if (stage === 'duplicate') return open('Open it');
  return upload.documentId ? open('Open') : null;
}

export function TrayRow({ item }: { item: TrayItem }) {
  const { upload, stage } = item;
  const Icon = ICONS[stage];
  return (
    <div className={styles['row']} data-stage={stage}>
      <Icon aria-hidden="true" />
      <div className={styles['file']}>
        <span className="truncate" title={upload.file.name}>
          {upload.file.name}
        </span>
        {stage === 'sending' ? (
          <progress aria-label={`Uploading ${upload.file.name}`} value={upload.progress} max={1} />
        ) : (
          <span className="muted small">{fileSize(upload.file.size)}</span>
        )}
      </div>
      <Trailer item={item} />
    </div>
  );
}
