import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { CircleAlert, CircleCheck, CircleX, Clock, FileUp, LoaderCircle, LockOpen, Pause, Play, RotateCcw, TriangleAlert, X } from 'lucide-react';
import { memo, useRef } from 'react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { useRetryDocument } from '@/features/documents/api/retry-document';
import { isCausedByFile } from '@/features/documents/model/retry';
import { needsPassword } from '@/features/documents/model/state';
import { documentTitleOptions } from '@/lib/document-title';
import { fileSize } from '@/lib/format';
import { archiveSummary } from '@/lib/messages/uploads';

import { isFailure, type Stage, type UploadGroup, type UploadItem } from '../model/upload-groups';
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

const UploadRow = memo(({ item, onShowReport }: UploadRowProps) => {
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

const idsOf = ({ items }: UploadGroup) => items.map(({ upload }) => upload.id);

function RetryGroup({ group }: { group: UploadGroup }) {
  const retryDocument = useRetryDocument();
  if (group.stage === 'unreadable' && isCausedByFile(group)) return null;
  const retryable = group.items.filter(({ upload }) => (group.stage === 'failed' ? upload.file : upload.documentId));
  if (retryable.length === 0) return null;
  const retry = () => {
    if (group.stage === 'failed') retryUploads(idsOf(group));
    else for (const { upload } of retryable) retryDocument.mutate({ uuid: upload.documentId ?? '' });
  };
  return (
    <Button size="small" icon={<RotateCcw aria-hidden="true" />} onClick={retry}>
      {t`Retry ${plural(retryable.length, { one: '# file', other: '# files' })}`}
    </Button>
  );
}

interface GroupProps {
  group: UploadGroup;
  onPassword: (documents: readonly string[]) => void;
}

function GroupAction({ group, onPassword }: GroupProps) {
  if (group.stage === 'unreadable' && needsPassword(group)) {
    const documents = group.items.flatMap(({ upload }) => upload.documentId ?? []);
    return (
      <Button size="small" icon={<LockOpen aria-hidden="true" />} onClick={() => onPassword(documents)}>
        {t`Enter password`}
      </Button>
    );
  }
  if (isFailure(group.stage)) return <RetryGroup group={group} />;
  if (group.stage === 'paused') {
    return (
      <Button size="small" icon={<Play aria-hidden="true" />} onClick={() => resumeUploads(idsOf(group))}>
        {t`Resume`}
      </Button>
    );
  }
  if (group.stage !== 'waiting') return null;
  return (
    <Button size="small" variant="quiet" icon={<Pause aria-hidden="true" />} onClick={() => pauseUploads(idsOf(group))}>
      {t`Pause`}
    </Button>
  );
}

function UploadGroupHeader({ group, onPassword }: GroupProps) {
  const { advice } = group;
  return (
    <div className={styles['group']} data-failed={isFailure(group.stage) || undefined}>
      <div className={styles['description']}>
        <div className={styles['name']}>
          <h3 title={group.title}>{group.title}</h3>
          <span className="muted small numeric">{group.items.length}</span>
        </div>
        {advice && (
          <p className={styles['advice']} title={advice}>
            {advice} {group.code === 'quota_exceeded' && <Link to="/usage">{t`View usage`}</Link>}
          </p>
        )}
      </div>
      <GroupAction group={group} onPassword={onPassword} />
    </div>
  );
}

type Line = { kind: 'head'; key: string; group: UploadGroup } | { kind: 'item'; key: string; item: UploadItem };

const HEIGHT = { head: 40, failure: 72, item: 46 };
const PADDING = 8;

const headHeight = ({ stage, advice }: UploadGroup) => (isFailure(stage) || advice ? HEIGHT.failure : HEIGHT.head);
const heightOf = (line: Line | undefined) => (line?.kind === 'head' ? headHeight(line.group) : HEIGHT.item);

const linesOf = (groups: readonly UploadGroup[]): Line[] =>
  groups.flatMap((group) => [
    { kind: 'head' as const, key: group.key, group },
    ...group.items.map((item) => ({ kind: 'item' as const, key: item.upload.id, item })),
  ]);

interface UploadListProps {
  groups: readonly UploadGroup[];
  onShowReport: (item: UploadItem) => void;
  onPassword: (documents: readonly string[]) => void;
}

/** A virtualized list: only visible rows are rendered. */
export function UploadList({ groups, onShowReport, onPassword }: UploadListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = linesOf(groups);
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(lines[index]),
    getItemKey: (index) => `${lines[index]?.key ?? index}:${heightOf(lines[index])}`,
    overscan: 6,
  });
  return (
    <div ref={scroller} className={styles['scroller']} style={{ height: rows.getTotalSize() + PADDING }} tabIndex={0} role="group" aria-label={t`Files`}>
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map((row) => {
          const line = lines[row.index];
          if (!line) return null;
          return (
            <div key={row.key} className={styles['line']} style={{ height: row.size, transform: `translateY(${row.start}px)` }}>
              {line.kind === 'head' ? <UploadGroupHeader group={line.group} onPassword={onPassword} /> : <UploadRow item={line.item} onShowReport={onShowReport} />}
            </div>
          );
        })}
      </div>
    </div>
  );
}
