import { Archive, ChevronRight, CircleX, RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { When } from '@/components/ui/when';
import { reasonWords } from '@/features/jobs/model/job-words';
import { count } from '@/lib/format';

import type { Failure } from '../api/failures';
import { useRequeue } from '../api/settle-failures';
import type { Cause } from '../model/causes';
import { FailureItem } from './failure-item';
import styles from './failure-list.module.css';
import type { Question } from './settle-dialog';

interface CauseItemProps {
  cause: Cause<Failure>;
  opened: boolean;
  onToggle: () => void;
  onAsk: (question: Question) => void;
}

const AT_FIRST = 20;
// As many as start within a second are tried again without a question.
const FEW = 10;

function Failures({ cause, onAsk }: Pick<CauseItemProps, 'cause' | 'onAsk'>) {
  const [shown, setShown] = useState(AT_FIRST);
  const rest = cause.failures.length - shown;
  return (
    <>
      <ul className={styles['failures']} aria-label={`Failures: ${cause.title}`}>
        {cause.failures.slice(0, shown).map((failure) => (
          <FailureItem key={failure.uuid} failure={failure} onAsk={onAsk} />
        ))}
      </ul>
      {rest > 0 && (
        <Button className={styles['more'] ?? ''} variant="quiet" size="small" onClick={() => setShown(shown * 2)}>
          Show {Math.min(rest, shown)} more
        </Button>
      )}
    </>
  );
}

/** One cause: how often it struck, what it says, and what can be done about all of its failures at once. */
export function CauseItem({ cause, opened, onToggle, onAsk }: CauseItemProps) {
  const listId = useId();
  const requeue = useRequeue();
  const { title, reason, code, message, failures, lastFailed } = cause;
  const ids = failures.map(({ uuid }) => uuid);
  const words = ids.length === 1 ? 'Retry' : `Retry all ${ids.length.toLocaleString('en')}`;
  const retry = () => (ids.length > FEW ? onAsk({ kind: 'retry', count: ids.length, chosen: { ids } }) : requeue.mutate({ ids }));
  const name = `${title}, ${reasonWords(reason).toLowerCase()}`;
  return (
    <li className={styles['cause']} aria-label={name}>
      <div className={styles['head']}>
        <IconButton
          label={opened ? `Hide the failures: ${name}` : `Show the failures: ${name}`}
          hint={false}
          icon={<ChevronRight className={styles['chevron']} data-open={opened || undefined} />}
          aria-expanded={opened}
          aria-controls={opened ? listId : undefined}
          onClick={onToggle}
        />
        <span className={styles['count']}>
          <CircleX aria-hidden="true" />
          {failures.length.toLocaleString('en')}
          <span className="visually-hidden"> failed</span>
        </span>
        <div className={styles['what']}>
          <span className={styles['message']}>{message || reasonWords(reason)}</span>
          <span className={styles['facts']}>
            {[title, reasonWords(reason), code].filter(Boolean).join(' · ')} · last <When iso={lastFailed} />
          </span>
        </div>
        <Button
          size="small"
          icon={<RotateCcw aria-hidden="true" />}
          aria-label={`${words}: ${name}`}
          busy={requeue.isPending}
          onClick={retry}
        >
          {words}
        </Button>
        <Button
          size="small"
          icon={<Archive aria-hidden="true" />}
          aria-label={`Discard ${count(ids.length, 'failure')}: ${name}`}
          onClick={() => onAsk({ kind: 'discard', count: ids.length, ids })}
        >
          Discard
        </Button>
      </div>
      {opened && (
        <div id={listId}>
          <Failures cause={cause} onAsk={onAsk} />
        </div>
      )}
    </li>
  );
}
