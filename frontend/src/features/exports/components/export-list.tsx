import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleSlash, CircleX, Download, FileDown, LoaderCircle, Trash2, X } from 'lucide-react';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { PageFrame } from '@/components/ui/page-frame';
import { RelativeTime } from '@/components/ui/relative-time';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { fileSize } from '@/lib/format';
import { errorMessage } from '@/lib/messages/errors';
import { nodes } from '@/lib/relay';
import { relativeTime } from '@/lib/time';
import { showErrorToast, showToast } from '@/lib/toasts';

import { exportsOptions, exportUrl, useDeleteExport, type Export } from '../api/exports';
import { PDFS } from '../model/export-source';
import styles from './exports.module.css';

async function download({ id }: Export): Promise<void> {
  try {
    const url = await exportUrl(id);
    if (url) window.location.assign(url);
    else showToast({ text: t`The file was deleted. Export it again.`, tone: 'danger' });
  } catch (error) {
    showErrorToast(error as Error);
  }
}

function State({ row: { state, progress, error } }: { row: Export }) {
  if (state === 'DONE') return <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>{t`Ready`}</Badge>;
  if (state === 'WAITING') {
    return (
      <>
        <Badge tone="info" icon={<LoaderCircle aria-hidden="true" />}>
          {progress > 0 ? t`Being written, ${progress}%` : t`Waiting to be written`}
        </Badge>
        <progress className={styles['bar']} max={100} value={progress} aria-label={t`Progress`} />
      </>
    );
  }
  if (error?.code === 'cancelled') return <Badge tone="neutral" icon={<CircleSlash aria-hidden="true" />}>{t`Cancelled`}</Badge>;
  return (
    <Badge tone="danger" icon={<CircleX aria-hidden="true" />}>
      {error ? t`Failed: ${errorMessage(error)}` : t`Failed`}
    </Badge>
  );
}

/** Return how much the file contains. */
function lengthOf({ format, rows }: Export): string | false {
  if (rows === null) return false;
  return format === PDFS ? plural(rows, { one: '# document', other: '# documents' }) : plural(rows, { one: '# row', other: '# rows' });
}

function Row({ row }: { row: Export }) {
  const { id, filename, state, corpus, size, created, expires } = row;
  const deletion = useDeleteExport();
  const waiting = state === 'WAITING';
  const facts = [lengthOf(row), size !== null && fileSize(size)].filter(Boolean).join(', ');
  return (
    <li className={styles['row']} aria-label={filename}>
      <span className={styles['about']}>
        <span className={styles['name']} title={filename}>
          {filename}
        </span>
        <span className="muted small">
          {corpus && (
            <Link to="/c/$uuid" params={{ uuid: corpus.uuid }}>
              {corpus.title}
            </Link>
          )}{' '}
          <RelativeTime iso={created} />
        </span>
        {facts && <span className="muted small">{facts}</span>}
        {expires && !waiting && <span className="muted small">{t`Will be deleted ${relativeTime(expires)}`}</span>}
      </span>
      <span className={styles['state']}>
        <State row={row} />
      </span>
      {state === 'DONE' && (
        <Button icon={<Download aria-hidden="true" />} onClick={() => void download(row)}>
          {t`Download`}
        </Button>
      )}
      <IconButton
        label={waiting ? t`Cancel the export ${filename}` : t`Delete the export ${filename}`}
        icon={waiting ? <X /> : <Trash2 />}
        disabled={deletion.isPending}
        onClick={() => deletion.mutate(id)}
      />
    </li>
  );
}

/** The page of the exports that jobs write. */
export function ExportList() {
  const list = useInfiniteQuery(exportsOptions);
  const rows = list.data?.pages.flatMap(nodes) ?? [];
  return (
    <PageFrame title={t`Exports`} about={t`Large files are written in the background and kept for some days.`}>
      {list.isPending && <SkeletonRows label={t`Loading the exports`} />}
      {list.isError && <ErrorNotice title={t`The exports could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && (
        <Notice icon={<FileDown />} title={t`No exports yet`}>
          {t`When you export many annotations, documents or rows of an extraction, the file is listed here. Small files are downloaded at once.`}
        </Notice>
      )}
      {rows.length > 0 && (
        <Scroller label={t`Exports`} more={list}>
          <ul aria-label={t`Your exports`} className={styles['list']}>
            {rows.map((row) => (
              <Row key={row.uuid} row={row} />
            ))}
          </ul>
        </Scroller>
      )}
    </PageFrame>
  );
}
