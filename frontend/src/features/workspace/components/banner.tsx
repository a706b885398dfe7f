import { CircleAlert, CircleX, LoaderCircle, RotateCcw } from 'lucide-react';

import { Button } from '@/components/ui/button';
import type { DocumentDetail, DocumentJob } from '@/features/documents/api/get-document';
import { useRetryDocument } from '@/features/documents/api/retry-document';
import { damageWords } from '@/features/documents/model/damage';
import { failureAdvice } from '@/features/documents/model/failure';
import { isBeingRead, processingJob } from '@/features/documents/model/processing-job';
import { stepWords } from '@/features/documents/model/state';
import { JobButtons } from '@/features/jobs/components/job-buttons';
import { jobWords } from '@/features/jobs/model/job-words';
import { useNow } from '@/features/jobs/use-now';

import { isMine, may } from '@/lib/permissions';

import styles from './banner.module.css';

/** What goes on now: the step at work, else why nothing is. */
function current(job: DocumentJob | undefined, now: number): string {
  if (job === undefined) return 'Being read';
  const step = job.steps.find(({ state }) => state === 'RUNNING');
  return job.state === 'RUNNING' && step && !job.cancelRequested ? stepWords(step.name) : jobWords(job, now).replace(/…$/, '');
}

function BeingRead({ document }: { document: DocumentDetail }) {
  const job = processingJob(document.jobs);
  const now = useNow(job?.state === 'STUCK');
  return (
    <div className={styles['banner']} data-tone="info">
      <LoaderCircle aria-hidden="true" className={styles['turning']} />
      <span role="status">{current(job, now)}… You can read what is here already; labels can be added when it is ready.</span>
      {job && <JobButtons job={job} steers={isMine(document)} name={`${job.title}: ${document.title}`} />}
    </div>
  );
}

function Retry({ uuid }: { uuid: string }) {
  const retry = useRetryDocument();
  return (
    <Button size="small" icon={<RotateCcw aria-hidden="true" />} busy={retry.isPending} onClick={() => retry.mutate({ uuid })}>
      Retry
    </Button>
  );
}

/** Above pages that can be read although the document is not, or not wholly, ready. */
export function Banner({ document }: { document: DocumentDetail }) {
  const { state, failure, warnings, damage, uuid } = document;
  if (isBeingRead(document)) return <BeingRead document={document} />;
  if (state === 'FAILED') {
    return (
      <div className={styles['banner']} data-tone="danger" role="status">
        <CircleX aria-hidden="true" />
        <span>
          {failure?.message} {failureAdvice(failure?.code ?? '').todo} <small>{failure?.code}</small>
        </span>
        {may(document, 'EDIT') && <Retry uuid={uuid} />}
      </div>
    );
  }
  if (damage) {
    return (
      <div className={styles['banner']} data-tone="danger" role="status">
        <CircleX aria-hidden="true" />
        <span>{damageWords(damage)} Upload the same file again to mend it; labels and results stay.</span>
      </div>
    );
  }
  if (warnings.length === 0) return null;
  return (
    <div className={styles['banner']} data-tone="warning" role="status">
      <CircleAlert aria-hidden="true" />
      <span>{warnings.map(({ message }) => message).join(' ')}</span>
    </div>
  );
}
