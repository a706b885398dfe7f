import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { FileX, ShieldCheck } from 'lucide-react';

import { Badge } from '@/components/ui/badge';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { RelativeTime } from '@/components/ui/relative-time';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { TableHead } from '@/components/ui/table-head';
import { graphql, type ResultOf } from '@/graphql/graphql';
import { fileSize } from '@/lib/format';
import { request } from '@/lib/graphql-client';
import { damageText } from '@/lib/messages/documents';

import own from './file-list.module.css';
import styles from './operations.module.css';

const query = graphql(`
  query StoredFiles {
    storedFiles {
      oldestCheck
      damagedCount
      damaged {
        sha256
        size
        damage
        checked
        documents {
          uuid
          title
          owner
          isSource
        }
      }
    }
  }
`);

type StoredFiles = ResultOf<typeof query>['storedFiles'];
type DamagedFile = StoredFiles['damaged'][number];

const POLL = 15_000;

export const storedFilesOptions = queryOptions({
  queryKey: ['operations', 'files'],
  queryFn: async () => (await request(query)).storedFiles,
  refetchInterval: POLL,
});

function advice(documents: DamagedFile['documents']): string {
  return documents.some(({ isSource }) => isSource)
    ? t`Restore it from a backup, or ask the owner to upload it again.`
    : t`It is recreated when the document is processed again.`;
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
          {file.damage === 'MISSING' ? t`Missing` : t`Changed`}
        </Badge>
      </td>
      <td>
        {damageText(file.damage)} {advice(file.documents)}
      </td>
      <td className={styles['extra']}>
        <RelativeTime iso={file.checked} />
      </td>
    </tr>
  );
}

/** Damaged files that the nightly integrity check has found. */
export function FileList() {
  const files = useQuery(storedFilesOptions);
  if (files.isPending) return <SkeletonRows rows={3} label={t`Loading the stored files`} />;
  if (files.isError) return <ErrorNotice title={t`The stored files could not be loaded`} error={files.error} onRetry={() => void files.refetch()} />;
  const { damaged, oldestCheck } = files.data;
  if (damaged.length === 0) {
    return (
      <Notice icon={<ShieldCheck />} title={t`No damaged files`}>
        {t`Every night, files that have not been checked for a week are verified against their checksums.`}{' '}
        {oldestCheck && (
          <Trans>
            Oldest check: <RelativeTime iso={oldestCheck} />.
          </Trans>
        )}
      </Notice>
    );
  }
  return (
    <Scroller label={t`Damaged files`}>
      <table className={styles['table']}>
        <TableHead columns={[{ label: t`Documents` }, { label: t`Damage` }, { label: t`What to do` }, { label: t`Last checked`, className: styles['extra'] }]} />
        <tbody>
          {damaged.map((file) => (
            <FileRow key={file.sha256} file={file} />
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}
