import { useQuery } from '@tanstack/react-query';
import { CircleCheckBig, RotateCcw, SearchX } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { count } from '@/lib/format';

import { causesOptions, type Cause } from '../api/causes';
import { jobKindsOptions } from '../api/job-kinds';
import { causeKey, chosenByFilter, type FailureFilter } from '../model/causes';
import { CauseItem } from './cause-item';
import styles from './failure-list.module.css';
import { FailureFilters } from './failure-filters';
import { SettleDialog, type Question } from './settle-dialog';
import tools from './operations.module.css';

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
  causes: readonly Cause[];
  filter: FailureFilter;
  onAsk: (question: Question) => void;
}

function Causes({ causes, filter, onAsk }: CausesProps) {
  const [opened, setOpened] = useState<string | null>(null);
  return (
    <Scroller label="Failures by cause">
      <ol className={styles['causes']} aria-label="Causes, the most frequent first">
        {causes.map((cause) => {
          const key = causeKey(cause);
          return (
            <CauseItem
              key={key}
              cause={cause}
              filter={filter}
              opened={key === opened}
              onToggle={() => setOpened(key === opened ? null : key)}
              onAsk={onAsk}
            />
          );
        })}
      </ol>
    </Scroller>
  );
}

interface FailureListProps {
  filter: FailureFilter;
  onFilter: (filter: FailureFilter) => void;
}

/** What was given up for good, ranked by cause. */
export function FailureList({ filter, onFilter }: FailureListProps) {
  const failures = useQuery(causesOptions(filter));
  const kinds = useQuery(jobKindsOptions);
  const [question, setQuestion] = useState<Question | null>(null);
  const total = failures.data?.total ?? 0;
  const askAll = () => setQuestion({ kind: 'retry', count: total, chosen: chosenByFilter(filter, Date.now()) });
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
      {failures.data && total > 0 && <Causes causes={failures.data.causes} filter={filter} onAsk={setQuestion} />}
      <SettleDialog question={question} onClose={() => setQuestion(null)} />
    </>
  );
}
