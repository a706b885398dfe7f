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
import { bytesWords, documentWords } from '@/features/usage/model/share';
import { fileSize } from '@/lib/format';
import { useTitle } from '@/lib/title';

function Figures({ usage }: { usage: Usage }) {
  return (
    <div className={styles['page']}>
      <div className={styles['meters']}>
        <UsageMeter label="Room" words={bytesWords(usage.bytes, usage.limitBytes)} used={usage.bytes} limit={usage.limitBytes} />
        <UsageMeter label="Documents" words={documentWords(usage.documents, usage.limitDocuments)} used={usage.documents} limit={usage.limitDocuments} />
      </div>
      {usage.pendingBytes > 0 && <p className="muted">{fileSize(usage.pendingBytes)} more are set aside for uploads that are on their way.</p>}
      {usage.byType.length > 0 ? (
        <>
          <TypeTable usage={usage} />
          <p>
            To make room, <Link to="/">delete documents</Link> that you do not need.
          </p>
        </>
      ) : (
        <Notice icon={<Files />} title="Nothing takes room yet" action={<UploadButton label="Upload documents" />} />
      )}
    </div>
  );
}

export function UsagePage() {
  useTitle('Usage');
  const usage = useQuery(usageOptions);
  return (
    <PageFrame title="Usage" about="How much room there is, and what takes it">
      {usage.isPending && <SkeletonRows rows={3} label="Loading the usage" />}
      {usage.isError && <ErrorNotice title="The usage could not be loaded" error={usage.error} onRetry={() => void usage.refetch()} />}
      {usage.isSuccess && <Figures usage={usage.data} />}
    </PageFrame>
  );
}
