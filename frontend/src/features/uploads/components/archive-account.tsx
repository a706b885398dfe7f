import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleSlash, CircleX, RotateCcw } from 'lucide-react';

import { Badge, type Tone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { PlaceTree } from '@/features/documents/components/place-tree';
import { fileSize } from '@/lib/format';

import { archiveCorpusOptions, archiveEntriesOptions, type ArchiveEntry } from '../api/archives';
import { archiveTree } from '../model/archive-tree';
import { archiveWords, type TrayItem } from '../model/tray';
import type { Upload } from '../model/upload';
import { sendAgain } from '../model/upload-store';
import styles from './archive-account.module.css';

const STATES: Record<ArchiveEntry['state'], { word: string; tone: Tone; icon: typeof CircleCheck }> = {
  added: { word: 'Added', tone: 'success', icon: CircleCheck },
  existing: { word: 'Already here', tone: 'info', icon: CircleAlert },
  skipped: { word: 'Left out', tone: 'neutral', icon: CircleSlash },
  refused: { word: 'Refused', tone: 'danger', icon: CircleX },
};

function Entry({ entry, name, onOpen }: { entry: ArchiveEntry; name: string; onOpen: () => void }) {
  const { word, tone, icon: Icon } = STATES[entry.state];
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
        <span className="muted small">{entry.error?.message ?? fileSize(entry.size)}</span>
      </div>
      <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
        {word}
      </Badge>
    </div>
  );
}

function Destination({ corpus, onOpen }: { corpus: string; onOpen: () => void }) {
  const { data: title } = useQuery(archiveCorpusOptions(corpus));
  return (
    <p className="muted small">
      Unpacked into{' '}
      <Link to="/c/$uuid" params={{ uuid: corpus }} onClick={onOpen}>
        {title || 'a corpus'}
      </Link>
    </p>
  );
}

/** What is here already stays as it is, so the whole ZIP may come again. */
function Again({ upload, onClose }: { upload: Upload; onClose: () => void }) {
  const { file } = upload;
  if (!file) return <p className="muted small">To try the refused files again, drop the ZIP here once more. What is here already stays as it is.</p>;
  const send = () => {
    sendAgain(upload, file);
    onClose();
  };
  return (
    <Button icon={<RotateCcw aria-hidden="true" />} onClick={send}>
      Try the refused files again
    </Button>
  );
}

function Files({ upload, onOpen }: { upload: Upload; onOpen: () => void }) {
  const list = useInfiniteQuery(archiveEntriesOptions(upload.place.corpus ?? '', upload.archiveId ?? ''));
  if (list.isPending) return <SkeletonRows rows={4} label="Loading the files" />;
  if (list.isError) return <ErrorNotice title="The files could not be loaded" error={list.error} onRetry={() => void list.refetch()} />;
  const entries = list.data.pages.flatMap(({ results }) => results);
  if (entries.length === 0) return <p className="muted">No file of it has been unpacked yet.</p>;
  return (
    <>
      <div className={styles['list']} role="group" tabIndex={0} aria-label={`Files of ${upload.name}`}>
        <PlaceTree nodes={archiveTree(entries)}>{(entry, name) => <Entry entry={entry} name={name} onOpen={onOpen} />}</PlaceTree>
      </div>
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

/** What became of every file of a ZIP. */
export function ArchiveAccount({ item: { upload, archive }, onClose }: { item: TrayItem; onClose: () => void }) {
  const refused = archive?.counts.refused ?? 0;
  return (
    <Dialog open wide onOpenChange={(open) => open || onClose()} title={upload.name} description={archive ? archiveWords(archive) : 'What became of each file in it'}>
      <Destination corpus={upload.place.corpus ?? ''} onOpen={onClose} />
      <Files upload={upload} onOpen={onClose} />
      {refused > 0 && <Again upload={upload} onClose={onClose} />}
    </Dialog>
  );
}
