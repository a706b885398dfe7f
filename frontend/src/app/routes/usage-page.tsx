import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
        <UsageMeter label={t`Storage`} text={formatBytes(usage.bytes, usage.limitBytes)} used={usage.bytes} limit={usage.limitBytes} />
        <UsageMeter label={t`Documents`} text={formatCount(usage.documents, usage.limitDocuments)} used={usage.documents} limit={usage.limitDocuments} />
      </div>
      {usage.binBytes > 0 && (
        <p className="muted">
          <Trans>
            {fileSize(usage.binBytes)} of it is in the <Link to="/bin">bin</Link>.
          </Trans>
        </p>
      )}
      {usage.pendingBytes > 0 && <p className="muted">{t`${fileSize(usage.pendingBytes)} are reserved for uploads in progress.`}</p>}
      {usage.byType.length > 0 ? (
        <>
          <TypeTable usage={usage} />
          <p>
            <Trans>
              To free up storage, <Link to="/">delete documents</Link> that you do not need and empty the bin.
            </Trans>
          </p>
        </>
      ) : (
        <Notice icon={<Files />} title={t`No storage used`} action={<UploadButton label={t`Upload documents`} />} />
      )}
    </div>
  );
}

export function UsagePage() {
  useTitle(t`Usage`);
  const usage = useQuery(usageOptions);
  return (
    <PageFrame title={t`Usage`} about={t`Your storage and what uses it`}>
      {usage.isPending && <SkeletonRows rows={3} label={t`Loading usage`} />}
      {usage.isError && <ErrorNotice title={t`Usage could not be loaded`} error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.isSuccess && <UsageReport usage={usage.data} />}
    </PageFrame>
  );
}
