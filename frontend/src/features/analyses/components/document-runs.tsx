import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { Button } from '@/components/ui/button';
import type { Action } from '@/features/actions/api/actions';
import { failureText } from '@/lib/messages/server-sentences';

import { failuresOptions, useCancelRun, waitingOptions, type Run } from '../api/runs';
import styles from './analyses-panel.module.css';

interface RunsProps {
  action: Action;
  corpusId: string;
}

function DocumentLink({ run: { document }, corpusId }: { run: Run; corpusId: string }) {
  return (
    <Link to="/d/$uuid" params={{ uuid: document.uuid }} search={{ c: corpusId }} translate="no">
      {document.title}
    </Link>
  );
}

/** The documents on which the action failed, with the reasons. */
export function Failures({ action, corpusId }: RunsProps) {
  const { data } = useQuery(failuresOptions(corpusId, action.uuid));
  if (!data?.totalCount) return null;
  return (
    <details className={styles['failures']}>
      <summary>{plural(data.totalCount, { one: 'Show # failure', other: 'Show # failures' })}</summary>
      <ul>
        {data.edges.map(({ node }) => (
          <li key={node.uuid}>
            <DocumentLink run={node} corpusId={corpusId} />
            <div className="muted">{failureText(node)}</div>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The documents whose results another server has not sent yet. */
export function Waiting({ action, corpusId, mayEdit }: RunsProps & { mayEdit: boolean }) {
  const { data } = useQuery(waitingOptions(corpusId, action.uuid));
  const cancel = useCancelRun(corpusId);
  if (!data?.totalCount) return null;
  return (
    <details className={styles['waiting']}>
      <summary>{plural(data.totalCount, { one: '# document waits for the results of the remote analyzer', other: '# documents wait for the results of the remote analyzer' })}</summary>
      <ul>
        {data.edges.map(({ node }) => (
          <li key={node.uuid}>
            <DocumentLink run={node} corpusId={corpusId} />
            {mayEdit && (
              <Button size="small" variant="quiet" aria-label={t`Cancel ${node.document.title}`} disabled={cancel.isPending} onClick={() => cancel.mutate(node.uuid)}>
                {t`Cancel`}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
