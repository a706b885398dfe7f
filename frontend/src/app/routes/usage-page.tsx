import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Files } from 'lucide-react';

import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { PageFrame } from '@/components/ui/page-frame';
import { SkeletonRows } from '@/components/ui/skeleton';
import { UploadButton } from '@/features/uploads/components/upload-button';
import { usageOptions, type Usage } from '@/features/usage/api/usage';
import { TypeTable } from '@/features/usage/components/type-table';
import { UsageMeter } from '@/features/usage/components/usage-meter';
import styles from '@/features/usage/components/usage.module.css';
import { formatBytes, formatCount } from '@/features/usage/model/quota';
import { fileSize } from '@/lib/format';
import { useTitle } from '@/lib/title';

function UsageReport({ usage }: { usage: Usage }) {
  return (
    <div className={styles['page']}>
      <div className={styles['meters']}>
        <UsageMeter label="Storage" text={formatBytes(usage.bytes, usage.limitBytes)} used={usage.bytes} limit={usage.limitBytes} />
        <UsageMeter label="Documents" text={formatCount(usage.documents, usage.limitDocuments)} used={usage.documents} limit={usage.limitDocuments} />
      </div>
      {usage.binBytes > 0 && (
        <p className="muted">
          {fileSize(usage.binBytes)} of it is in the <Link to="/bin">bin</Link>.
        </p>
      )}
      {usage.pendingBytes > 0 && <p className="muted">{fileSize(usage.pendingBytes)} are reserved for uploads in progress.</p>}
      {usage.byType.length > 0 ? (
        <>
          <TypeTable usage={usage} />
          <p>
            To free up storage, <Link to="/">delete documents</Link> that you do not need and empty the bin.
          </p>
        </>
      ) : (
        <Notice icon={<Files />} title="No storage used" action={<UploadButton label="Upload documents" />} />
      )}
    </div>
  );
}

export function UsagePage() {
  useTitle('Usage');
  const usage = useQuery(usageOptions);
  return (
    <PageFrame title="Usage" about="Your storage and what uses it">
      {usage.isPending && <SkeletonRows rows={3} label="Loading usage" />}
      {usage.isError && <ErrorNotice title="Usage could not be loaded" error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.isSuccess && <UsageReport usage={usage.data} />}
    </PageFrame>
  );
}
