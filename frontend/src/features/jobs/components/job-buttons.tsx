import { RotateCcw, X } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { whenChanged } from '@/lib/changes';
import { showToast } from '@/lib/toasts';

import { useCancelJob, useRetryJob } from '../api/change-job';
import { canCancel, canRetry, hasNotBegun, type JobFacts } from '../model/job-words';

export interface ChangeableJob extends Pick<JobFacts, 'state' | 'cancelRequested' | 'started'> {
  uuid: string;
}

interface JobButtonsProps {
  job: ChangeableJob;
  /** what the job is, for those who hear the buttons instead of seeing the row */
  name: string;
}

interface SteerableProps extends JobButtonsProps {
  /** jobs are stopped by those for whom they run; editors of a document see its jobs, and let them run again */
  steers?: boolean;
}

function CancelButton({ job, name }: JobButtonsProps) {
  const cancel = useCancelJob();
  const retry = useRetryJob();
  const [asking, setAsking] = useState(false);
  const undo = { label: 'Undo', run: () => retry.mutate(job.uuid) };
  const cancelNow = () => void whenChanged(cancel.mutateAsync(job.uuid), () => showToast({ text: `Cancelled “${name}”.`, action: undo }));
  const stop = () => cancel.mutate(job.uuid);
  return (
    <>
      <Button
        size="small"
        icon={<X aria-hidden="true" />}
        aria-label={`Cancel ${name}`}
        busy={cancel.isPending}
        onClick={hasNotBegun(job) ? cancelNow : () => setAsking(true)}
      >
        Cancel
      </Button>
      <ConfirmDialog open={asking} onOpenChange={setAsking} title={`Stop “${name}”?`} keep="Let it go on" confirm="Stop the work" onConfirm={stop}>
        It stops within a few seconds. Steps that are done stay done, and you can start it again later.
      </ConfirmDialog>
    </>
  );
}

function RetryButton({ job, name }: JobButtonsProps) {
  const retry = useRetryJob();
  return (
    <Button
      size="small"
      icon={<RotateCcw aria-hidden="true" />}
      aria-label={`Retry ${name}`}
      busy={retry.isPending}
      onClick={() => retry.mutate(job.uuid)}
    >
      Retry
    </Button>
  );
}

/** What can be done about a job now. Work that has begun is stopped only after a question; a waiting job comes back with "Undo". */
export function JobButtons({ job, name, steers = true }: SteerableProps) {
  if (canCancel(job)) return steers && <CancelButton job={job} name={name} />;
  if (canRetry(job)) return <RetryButton job={job} name={name} />;
  return null;
}
