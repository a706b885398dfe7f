import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleSlash, CircleX } from 'lucide-react';

import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { fileSize } from '@/lib/format';

import { archiveEntriesOptions, type ArchiveEntry } from '../api/archives';
import type { Upload } from '../model/upload';
import styles from './archive-account.module.css';

const STATES: Record<ArchiveEntry['state'], { word: string; tone: Tone; icon: typeof CircleCheck }> = {
  added: { word: 'Added', tone: 'success', icon: CircleCheck },
  existing: { word: 'Already here', tone: 'info', icon: CircleAlert },
  skipped: { word: 'Left out', tone: 'neutral', icon: CircleSlash },
  refused: { word: 'Refused', tone: 'danger', icon: CircleX },
};

function Entry({ entry, onOpen }: { entry: ArchiveEntry; onOpen: () => void }) {
  const { word, tone, icon: Icon } = STATES[entry.state];
  return (
    <li className={styles['entry']}>
      <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
        {word}
      </Badge>
      <div className={styles['file']}>
        {entry.document ? (
          <Link to="/d/$uuid" params={{ uuid: entry.document }} onClick={onOpen}>
            {entry.path}
          </Link>
        ) : (
          <span>{entry.path}</span>
        )}
        <span className="muted small">{entry.error?.message ?? fileSize(entry.size)}</span>
      </div>
    </li>
  );
}

/** What became of every file of a ZIP. */
export function ArchiveAccount({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const list = useInfiniteQuery(archiveEntriesOptions(upload.place.corpus ?? '', upload.archiveId ?? ''));
  const entries = list.data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <Dialog open wide onOpenChange={(open) => open || onClose()} title={upload.name} description="What became of each file in it">
      {list.isPending && <SkeletonRows rows={4} label="Loading the files" />}
      {list.isError && <ErrorNotice title="The files could not be loaded" error={list.error} onRetry={() => void list.refetch()} />}
      <ul className={styles['list']} tabIndex={0} aria-label={`Files of ${upload.name}`}>
        {entries.map((entry) => (
          <Entry key={entry.number} entry={entry} onOpen={onClose} />
        ))}
      </ul>
      {list.isSuccess && entries.length === 0 && <p className="muted">No file of it has been unpacked yet.</p>}
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Dialog>
  );
}
