import { t } from '@lingui/core/macro';

import type { DocumentDetail } from '@/features/documents/api/get-document';
import { processingJob } from '@/features/documents/model/processing-job';
import { JobButtons } from '@/features/jobs/components/job-buttons';
import { JobStateLine } from '@/features/jobs/components/job-state';
import { JobSteps } from '@/features/jobs/components/job-steps';
import { isMine } from '@/lib/permissions';

import styles from './document-without-pages.module.css';

/** The steps of processing and the state of its job. */
export function ProcessingSteps({ document }: { document: DocumentDetail }) {
  const job = processingJob(document.jobs);
  return (
    <div className={styles['steps']}>
      <div className={styles['sheet']}>{document.thumbnailUrl && <img src={document.thumbnailUrl} alt={t`First page`} />}</div>
      {job && (
        <>
          <div className={styles['list']} aria-live="polite">
            <JobSteps steps={job.steps} />
          </div>
          <div className={styles['job']}>
            <JobStateLine job={job} />
            <JobButtons job={job} cancellable={isMine(document)} name={`${job.title}: ${document.title}`} />
          </div>
        </>
      )}
      <p className="muted">{t`You can leave this page. Processing continues in the background.`}</p>
    </div>
  );
}
