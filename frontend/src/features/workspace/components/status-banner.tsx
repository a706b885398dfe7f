import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleX, History, LoaderCircle, RotateCcw } from 'lucide-react';

import { Button } from '@/components/ui/button';
import type { DocumentDetail, DocumentJob } from '@/features/documents/api/get-document';
import { useRetryDocument } from '@/features/documents/api/retry-document';
import { mayRetry } from '@/features/documents/model/retry';
import { isProcessing, processingJob } from '@/features/documents/model/processing-job';
import { JobButtons } from '@/features/jobs/components/job-buttons';
import { useNow } from '@/features/jobs/use-now';
import { damageText } from '@/lib/messages/documents';
import { documentFailureText } from '@/lib/messages/errors';
import { warningText } from '@/lib/messages/server-messages';
import { jobText, stepText } from '@/lib/messages/jobs';
import { isMine } from '@/lib/permissions';

import { useDocumentContext } from '../document-context';
import styles from './status-banner.module.css';

/** Return the running step, or the state of the job. */
function progressText(job: DocumentJob | undefined, now: number): string {
  if (job === undefined) return t`Processing`;
  const step = job.steps.find(({ state }) => state === 'RUNNING');
  return job.state === 'RUNNING' && step && !job.cancelRequested ? stepText(step.name) : jobText(job, now).replace(/…$/, '');
}

function ProcessingBanner({ document }: { document: DocumentDetail }) {
  const job = processingJob(document.jobs);
  const now = useNow(job?.state === 'STUCK');
  return (
    <div className={styles['banner']} data-tone="info">
      <LoaderCircle aria-hidden="true" className={styles['spinner']} />
      <span role="status">{t`${progressText(job, now)}… You can read the pages that are ready. Annotations can be added once processing is complete.`}</span>
      {job && <JobButtons job={job} cancellable={isMine(document)} name={`${job.title}: ${document.title}`} />}
    </div>
  );
}

function failureWithAction(failure: { code: string; message: string }): string {
  const { message, action } = documentFailureText(failure);
  return [message, action].filter(Boolean).join(' ');
}

function Retry({ uuid }: { uuid: string }) {
  const retry = useRetryDocument();
  return (
    <Button size="small" icon={<RotateCcw aria-hidden="true" />} busy={retry.isPending} onClick={() => retry.mutate({ uuid })}>
      {t`Retry`}
    </Button>
  );
}

function OlderVersion({ document: { uuid, versionNumber, newestVersion, parent } }: { document: DocumentDetail }) {
  const { corpusInUrl: corpus } = useDocumentContext();
  if (!newestVersion) return null;
  return (
    <div className={styles['banner']} data-tone="warning" role="status">
      <History aria-hidden="true" />
      <span>
        {parent ? t`This is attached to an older version.` : t`This is version ${versionNumber} of ${newestVersion.versionNumber}.`}
      </span>
      <Link to="/d/$uuid" params={{ uuid: newestVersion.uuid }} search={corpus ? { c: corpus } : {}}>
        {t`Open the newest version`}
      </Link>
      {!parent && (
        <Link to="/d/$uuid/compare" params={{ uuid: newestVersion.uuid }} search={{ old: uuid }}>
          {t`Compare with it`}
        </Link>
      )}
    </div>
  );
}

function ProcessingResult({ document }: { document: DocumentDetail }) {
  const { state, failure, warnings, damage, uuid } = document;
  if (isProcessing(document)) return <ProcessingBanner document={document} />;
  if (state === 'FAILED') {
    return (
      <div className={styles['banner']} data-tone="danger" role="status">
        <CircleX aria-hidden="true" />
        <span>
          {failure && failureWithAction(failure)} <small>{failure?.code}</small>
        </span>
        {mayRetry(document) && <Retry uuid={uuid} />}
      </div>
    );
  }
  if (damage) {
    return (
      <div className={styles['banner']} data-tone="danger" role="status">
        <CircleX aria-hidden="true" />
        <span>{t`${damageText(damage)} Upload the same file again to restore it. Annotations and results are kept.`}</span>
      </div>
    );
  }
  if (warnings.length === 0) return null;
  return (
    <div className={styles['banner']} data-tone="warning" role="status">
      <CircleAlert aria-hidden="true" />
      <span>{warnings.map(warningText).join(' ')}</span>
    </div>
  );
}

/** The state of a document whose pages can be read although it is an older version, or not completely ready. */
export function StatusBanner({ document }: { document: DocumentDetail }) {
  return (
    <>
      <OlderVersion document={document} />
      <ProcessingResult document={document} />
    </>
  );
}
