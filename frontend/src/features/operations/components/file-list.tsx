import { useQuery } from '@tanstack/react-query';
import { FileX, ShieldCheck } from 'lucide-react';

import { Badge } from '@/components/ui/badge';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { When } from '@/components/ui/when';
import { damageWords } from '@/features/documents/model/damage';
import { fileSize } from '@/lib/format';

import { storedFilesOptions, type DamagedFile } from '../api/stored-files';
import styles from './operations.module.css';
import own from './file-list.module.css';

function advice(documents: DamagedFile['documents']): string {
  return documents.some(({ isSource }) => isSource)
    ? 'Restore it from a backup, or let it be uploaded again.'
    : 'It is made again when the document is processed again.';
}

function FileRow({ file }: { file: DamagedFile }) {
  return (
    <tr>
      <th scope="row" className={styles['name']}>
        <ul className={own['documents']}>
          {file.documents.map(({ uuid, title, owner }) => (
            <li key={uuid}>
              {title} <span className="muted">{owner}</span>
            </li>
          ))}
        </ul>
        <span className={own['hash']} title={file.sha256}>
          {file.sha256.slice(0, 12)} · {fileSize(file.size)}
        </span>
      </th>
      <td>
        <Badge tone="danger" icon={<FileX aria-hidden="true" />}>
          {file.damage === 'MISSING' ? 'Missing' : 'Changed'}
        </Badge>
      </td>
      <td>
        {damageWords(file.damage)} {advice(file.documents)}
      </td>
      <td className={styles['extra']}>
        <When iso={file.checked} />
      </td>
    </tr>
  );
}

/** What the nightly check of the stored files found. */
export function FileList() {
  const files = useQuery(storedFilesOptions);
  if (files.isPending) return <SkeletonRows rows={3} label="Loading the stored files" />;
  if (files.isError) return <ErrorNotice title="The stored files could not be loaded" error={files.error} onRetry={() => void files.refetch()} />;
  const { damaged, oldestCheck } = files.data;
  if (damaged.length === 0) {
    return (
      <Notice icon={<ShieldCheck />} title="No stored file is damaged">
        Every night the files that were not read for a week are read and compared with what was uploaded.
        {oldestCheck && (
          <>
            {' '}
            Oldest reading: <When iso={oldestCheck} />.
          </>
        )}
      </Notice>
    );
  }
  return (
    <Scroller label="Damaged files">
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Documents</th>
            <th scope="col">Damage</th>
            <th scope="col">What to do</th>
            <th scope="col" className={styles['extra']}>
              Read last
            </th>
          </tr>
        </thead>
        <tbody>
          {damaged.map((file) => (
            <FileRow key={file.sha256} file={file} />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
