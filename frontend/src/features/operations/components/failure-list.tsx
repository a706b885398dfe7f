import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig, RotateCcw, SearchX } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { count } from '@/lib/format';

import { failuresOptions, type FailureFilter, type Failures } from '../api/failures';
import { jobKindsOptions } from '../api/job-kinds';
import type { Chosen } from '../api/settle-failures';
import { rankCauses } from '../model/causes';
import { sinceTime } from '../model/since';
import { CauseItem } from './cause-item';
import styles from './failure-list.module.css';
import { FailureFilters } from './failure-filters';
import { SettleDialog, type Question } from './settle-dialog';
import tools from './operations.module.css';

/** The filter as the server takes it; without one, all have to be meant by name. */
function chosenBy({ kind, reason, since }: FailureFilter): Chosen {
  const filter = { ...(kind && { kind }), ...(reason && { reason }), ...(since && { since: sinceTime(since, Date.now()) }) };
  return Object.keys(filter).length > 0 ? filter : { all: true };
}

function None({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <Notice icon={<SearchX />} title="No open failure matches">
        What failed here has been tried again or put away.
      </Notice>
    );
  }
  return (
    <Notice icon={<CircleCheckBig />} title="Nothing has failed">
      A job that is given up for good is kept here until somebody tries it again or puts it away.
    </Notice>
  );
}

interface CausesProps {
  failures: Failures;
  onAsk: (question: Question) => void;
}

function Causes({ failures, onAsk }: CausesProps) {
  const [opened, setOpened] = useState<string | null>(null);
  const causes = rankCauses(failures.newest);
  return (
    <Scroller label="Failures by cause">
      <ol className={styles['causes']} aria-label="Causes, the most frequent first">
        {causes.map((cause) => (
          <CauseItem
            key={cause.key}
            cause={cause}
            opened={cause.key === opened}
            onToggle={() => setOpened(cause.key === opened ? null : cause.key)}
            onAsk={onAsk}
          />
        ))}
      </ol>
      {failures.total > failures.newest.length && (
        <p className={styles['rest']}>
          Ranked by the newest {failures.newest.length.toLocaleString('en')} of {failures.total.toLocaleString('en')}.
        </p>
      )}
    </Scroller>
  );
}

interface FailureListProps {
  filter: FailureFilter;
  onFilter: (filter: FailureFilter) => void;
}

/** What was given up for good, ranked by cause. */
export function FailureList({ filter, onFilter }: FailureListProps) {
  const failures = useQuery(failuresOptions(filter));
  const kinds = useQuery(jobKindsOptions);
  const [question, setQuestion] = useState<Question | null>(null);
  const total = failures.data?.total ?? 0;
  const askAll = () => setQuestion({ kind: 'retry', count: total, chosen: chosenBy(filter) });
  return (
    <>
      <div className={tools['tools']}>
        <FailureFilters filter={filter} kinds={kinds.data ?? []} onFilter={onFilter} />
        <span className={tools['space']} />
        {total > 0 && (
          <Button icon={<RotateCcw aria-hidden="true" />} onClick={askAll}>
            Retry {total === 1 ? 'it' : `all ${count(total, 'job')}`}
          </Button>
        )}
      </div>
      {failures.isPending && <SkeletonRows label="Loading failures" />}
      {failures.isError && <ErrorNotice title="The failures could not be loaded" error={failures.error} onRetry={() => void failures.refetch()} />}
      {failures.isSuccess && total === 0 && <None filtered={Object.values(filter).some(Boolean)} />}
      {failures.data && total > 0 && <Causes failures={failures.data} onAsk={setQuestion} />}
      <SettleDialog question={question} onClose={() => setQuestion(null)} />
    </>
  );
}
