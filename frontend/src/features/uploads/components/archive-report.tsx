import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleSlash, CircleX, RotateCcw } from 'lucide-react';

import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { PathTree } from '@/features/documents/components/path-tree';
import { pathTree, type PathNode } from '@/features/documents/model/path-tree';
import { fileSize } from '@/lib/format';
import { errorMessage } from '@/lib/messages/errors';
import { archiveSummary } from '@/lib/messages/uploads';

import { archiveCorpusOptions, existingTitlesOptions, useArchiveEntries, type ArchiveEntry } from '../api/archives';
import type { Upload } from '../model/upload';
import type { UploadItem } from '../model/upload-groups';
import { uploadAgain } from '../model/upload-store';
import styles from './archive-report.module.css';

const STATES: Record<ArchiveEntry['state'], { label: string; tone: Tone; icon: typeof CircleCheck }> = {
  added: { label: t`Added`, tone: 'success', icon: CircleCheck },
  existing: { label: t`Already uploaded`, tone: 'info', icon: CircleAlert },
  skipped: { label: t`Skipped`, tone: 'neutral', icon: CircleSlash },
  refused: { label: t`Rejected`, tone: 'danger', icon: CircleX },
};

interface EntryProps {
  entry: ArchiveEntry;
  name: string;
  /** of a document that existed before */
  title: string | undefined;
  onOpen: () => void;
}

function Entry({ entry, name, title, onOpen }: EntryProps) {
  const { label, tone, icon: Icon } = STATES[entry.state];
  const about = title ? t`Existing document: ${title}` : fileSize(entry.size);
  return (
    <div className={styles['entry']}>
      <div className={styles['file']} title={entry.path}>
        {entry.document ? (
          <Link to="/d/$uuid" params={{ uuid: entry.document }} onClick={onOpen}>
            {name}
          </Link>
        ) : (
          <span>{name}</span>
        )}
        <span className="muted small">{entry.error ? errorMessage(entry.error) : about}</span>
      </div>
      <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
        {label}
      </Badge>
    </div>
  );
}

function Destination({ corpus, onOpen }: { corpus: string; onOpen: () => void }) {
  const { data: title } = useQuery(archiveCorpusOptions(corpus));
  const destination = title || t`a corpus`;
  return (
    <p className="muted small">
      <Trans>
        Unpacked into{' '}
        <Link to="/c/$uuid" params={{ uuid: corpus }} onClick={onOpen}>
          {destination}
        </Link>
      </Trans>
    </p>
  );
}

/** Uploads the ZIP file again: entries that were added are skipped. */
function RetryRejected({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const { file } = upload;
  if (!file) return <p className="muted small">{t`To retry the rejected files, upload the ZIP file again. Existing documents are not changed.`}</p>;
  const send = () => {
    uploadAgain(upload, file);
    onClose();
  };
  return (
    <Button icon={<RotateCcw aria-hidden="true" />} onClick={send}>
      {t`Retry rejected files`}
    </Button>
  );
}

// The files of a ZIP file as a tree. Several entries may have the same path.

export function archiveTree<Entry extends { path: string }>(entries: readonly Entry[]): PathNode<Entry>[] {
  const counts = new Map<string, number>();
  const paths = new Map<Entry, string>();
  for (const entry of entries) {
    const number = (counts.get(entry.path) ?? 0) + 1;
    counts.set(entry.path, number);
    paths.set(entry, number > 1 ? `${entry.path} (${number})` : entry.path);
  }
  return pathTree(entries, (entry) => paths.get(entry) ?? entry.path);
}

function Files({ upload, onOpen }: { upload: Upload; onOpen: () => void }) {
  const list = useArchiveEntries(upload.target.corpus ?? '', upload.archiveId ?? '');
  const entries = list.items ?? [];
  const hasExisting = entries.some(({ state }) => state === 'existing');
  const { data: titles } = useQuery({ ...existingTitlesOptions(upload.archiveId ?? '', entries.length), enabled: hasExisting });
  if (list.isPending) return <SkeletonRows rows={4} label={t`Loading the files`} />;
  if (list.isError) return <ErrorNotice title={t`The files could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />;
  if (entries.length === 0) return <p className="muted">{t`No files unpacked yet.`}</p>;
  return (
    <>
      <div className={styles['list']} role="group" tabIndex={0} aria-label={t`Files of ${upload.name}`}>
        <PathTree nodes={archiveTree(entries)}>{(entry, name) => <Entry entry={entry} name={name} title={titles?.get(entry.number)} onOpen={onOpen} />}</PathTree>
      </div>
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t`Show more`}
        </Button>
      )}
    </>
  );
}

/** The result of each file of a ZIP file. */
export function ArchiveReport({ item: { upload, archive }, onClose }: { item: UploadItem; onClose: () => void }) {
  const rejected = archive?.counts.refused ?? 0;
  return (
    <Dialog open wide onOpenChange={(open) => open || onClose()} title={upload.name} description={archive ? archiveSummary(archive) : t`Result of each file`}>
      <Destination corpus={upload.target.corpus ?? ''} onOpen={onClose} />
      <Files upload={upload} onOpen={onClose} />
      {rejected > 0 && <RetryRejected upload={upload} onClose={onClose} />}
    </Dialog>
  );
}
