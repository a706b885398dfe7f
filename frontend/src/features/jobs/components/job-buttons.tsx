import { t } from '@lingui/core/macro';
import { RotateCcw, X } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { afterMutation } from '@/lib/after-mutation';
import { lazyDialog } from '@/lib/lazy-part';
import type { JobInfo } from '@/lib/messages/jobs';
import { showToast } from '@/lib/toasts';

import { useCancelJob, useRetryJob } from '../api/change-job';
import { canCancel, canRetry, isNotStarted } from '../model/job-state';

const ConfirmDialog = lazyDialog(
  async () => (await import('@/components/ui/confirm-dialog')).ConfirmDialog,
  ({ onOpenChange }) => onOpenChange(false),
);

export interface ChangeableJob extends Pick<JobInfo, 'state' | 'cancelRequested' | 'started'> {
  uuid: string;
}

interface JobButtonsProps {
  job: ChangeableJob;
  /** name of the job, for the accessible names of the buttons */
  name: string;
}

interface JobActionsProps extends JobButtonsProps {
  /** only the owner of a job can cancel it; editors of its document can see and retry it */
  cancellable?: boolean;
}

function CancelButton({ job, name }: JobButtonsProps) {
  const cancel = useCancelJob();
  const retry = useRetryJob();
  const [confirming, setConfirming] = useState(false);
  const undo = { label: t`Undo`, run: () => retry.mutate(job.uuid) };
  const cancelNow = () => void afterMutation(cancel.mutateAsync(job.uuid), () => showToast({ text: t`Cancelled “${name}”.`, action: undo }));
  const stop = () => cancel.mutate(job.uuid);
  return (
    <>
      <Button
        size="small"
        icon={<X aria-hidden="true" />}
        aria-label={t`Cancel ${name}`}
        busy={cancel.isPending}
        onClick={isNotStarted(job) ? cancelNow : () => setConfirming(true)}
      >
        {t`Cancel`}
      </Button>
      {confirming && (
          <ConfirmDialog open onOpenChange={setConfirming} title={t`Stop “${name}”?`} cancel={t`Keep running`} confirm={t`Stop job`} onConfirm={stop}>
            {t`It stops within a few seconds. Completed steps are kept, and you can retry the job later.`}
          </ConfirmDialog>
      )}
    </>
  );
}

function RetryButton({ job, name }: JobButtonsProps) {
  const retry = useRetryJob();
  return (
    <Button
      size="small"
      icon={<RotateCcw aria-hidden="true" />}
      aria-label={t`Retry ${name}`}
      busy={retry.isPending}
      onClick={() => retry.mutate(job.uuid)}
    >
      {t`Retry`}
    </Button>
  );
}

/** The buttons of a job: cancel or retry. Cancelling a started job asks for confirmation, cancelling a waiting one offers "Undo". */
export function JobButtons({ job, name, cancellable = true }: JobActionsProps) {
  if (canCancel(job)) return cancellable && <CancelButton job={job} name={name} />;
  if (canRetry(job)) return <RetryButton job={job} name={name} />;
  return null;
}
