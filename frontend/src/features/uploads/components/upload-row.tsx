import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleX, Clock, FileUp, LoaderCircle, Pause, Play, RotateCcw, TriangleAlert, X } from 'lucide-react';
import { memo } from 'react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { documentTitleOptions } from '@/lib/document-title';
import { fileSize } from '@/lib/format';
import { archiveSummary } from '@/lib/messages/uploads';

import type { Stage, UploadItem } from '../model/upload-groups';
import { cancelUploads, pauseUploads, resumeUploads, retryUploads } from '../model/upload-store';
import styles from './upload-panel.module.css';

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

interface UploadRowProps {
  item: UploadItem;
  onShowReport: (item: UploadItem) => void;
}

function PendingButtons({ item: { upload, stage } }: { item: UploadItem }) {
  const { id, name } = upload;
  const cancel = <IconButton label={t`Cancel ${name}`} tooltip={false} icon={<X />} onClick={() => cancelUploads([id])} />;
  if (stage === 'failed') {
    return (
      <>
        {upload.file && <IconButton label={t`Retry ${name}`} tooltip={false} icon={<RotateCcw />} onClick={() => retryUploads([id])} />}
        {cancel}
      </>
    );
  }
  const isPaused = stage === 'paused';
  return (
    <>
      <IconButton
        label={isPaused ? t`Resume ${name}` : t`Pause ${name}`}
        tooltip={false}
        icon={isPaused ? <Play /> : <Pause />}
        onClick={() => (isPaused ? resumeUploads([id]) : pauseUploads([id]))}
      />
      {cancel}
    </>
  );
}

const PENDING = new Set<Stage>(['sending', 'waiting', 'paused', 'failed']);

function RowActions({ item, onShowReport }: UploadRowProps) {
  const { upload, stage } = item;
  if (PENDING.has(stage)) return <PendingButtons item={item} />;
  if (upload.archiveId) {
    return (
      <Button size="small" variant="quiet" aria-label={t`Show files of ${upload.name}`} onClick={() => onShowReport(item)}>
        {t`Show files`}
      </Button>
    );
  }
  return upload.documentId ? (
    <Link to="/d/$uuid" params={{ uuid: upload.documentId }} aria-label={t`Open ${upload.name}`}>
      {t`Open`}
    </Link>
  ) : null;
}

function detail({ upload, archive }: UploadItem): string {
  if (archive) return archiveSummary(archive);
  const folder = upload.target.path ? `${upload.target.path} · ` : '';
  return folder + fileSize(upload.size);
}

/** Name the document that has the same file, with a link to it. */
function ExistingDocument({ uuid, item }: { uuid: string; item: UploadItem }) {
  const { data: title } = useQuery(documentTitleOptions(uuid));
  if (!title) return detail(item);
  return (
    <Trans>
      Same file as{' '}
      <Link to="/d/$uuid" params={{ uuid }} title={title}>
        {title}
      </Link>
    </Trans>
  );
}

export const UploadRow = memo(({ item, onShowReport }: UploadRowProps) => {
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
          <progress aria-label={t`Uploading ${upload.name}`} value={upload.progress} max={1} />
        ) : (
          <span className="muted small truncate">{stage === 'duplicate' && upload.documentId ? <ExistingDocument uuid={upload.documentId} item={item} /> : detail(item)}</span>
        )}
      </div>
      <RowActions item={item} onShowReport={onShowReport} />
    </div>
  );
});
