import { CircleAlert, CircleX, LoaderCircle, RotateCcw } from 'lucide-react';

import { Button } from '@/components/ui/button';
import type { DocumentDetail } from '@/features/documents/api/get-document';
import { useRetryDocument } from '@/features/documents/api/retry-document';
import { failureAdvice } from '@/features/documents/model/failure';
import { processingJob } from '@/features/documents/model/processing-job';
import { stepWords } from '@/features/documents/model/state';

import styles from './banner.module.css';

function currentStep({ jobs }: DocumentDetail): string {
  const job = processingJob(jobs);
  const step = job?.steps.find(({ state }) => state === 'RUNNING') ?? job?.steps.find(({ state }) => state === 'WAITING');
  return step ? stepWords(step.name) : 'Waiting for its turn';
}

function Retry({ uuid }: { uuid: string }) {
  const retry = useRetryDocument();
  return (
    <Button size="small" icon={<RotateCcw aria-hidden="true" />} busy={retry.isPending} onClick={() => retry.mutate(uuid)}>
      Retry
    </Button>
  );
}

/** Above pages that can be read although the document is not, or not wholly, ready. */
export function Banner({ document }: { document: DocumentDetail }) {
  const { state, failure, warnings, uuid } = document;
  if (state === 'PROCESSING') {
    return (
      <p className={styles['banner']} data-tone="info" role="status">
        <LoaderCircle aria-hidden="true" className={styles['turning']} />
        <span>{currentStep(document)}… You can read what is here already; labels can be added when it is ready.</span>
      </p>
    );
  }
  if (state === 'FAILED') {
    return (
      <div className={styles['banner']} data-tone="danger" role="status">
        <CircleX aria-hidden="true" />
        <span>
          {failure?.message} {failureAdvice(failure?.code ?? '').todo} <small>{failure?.code}</small>
        </span>
        <Retry uuid={uuid} />
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
