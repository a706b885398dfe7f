import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus, Server, Workflow } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { lazyComponent, lazyDialog } from '@/lib/lazy-part';

import { actionsOptions, type Action } from '../api/actions';
import type { ExecutionFilter } from '../api/executions';
import { ActionDialog } from './action-dialog';
import { ActionItem } from './action-item';
import styles from './actions-panel.module.css';
import { ExecutionList } from './execution-list';

const RemoteAnalyzers = lazyComponent(async () => (await import('./remote-analyzers')).RemoteAnalyzers);
const RemoteAnalyzerDialog = lazyDialog(
  async () => (await import('./remote-analyzer-dialog')).RemoteAnalyzerDialog,
  ({ onClose }) => onClose(),
);

interface ActionsPanelProps {
  corpusId: string;
  mayEdit: boolean;
  mayShare: boolean;
  filter: ExecutionFilter;
  onFilter: (filter: ExecutionFilter) => void;
}

/** The actions of a corpus, and the history of their executions. */
export function ActionsPanel({ corpusId, mayEdit, mayShare, filter, onFilter }: ActionsPanelProps) {
  const loaded = useQuery(actionsOptions(corpusId));
  const [edited, setEdited] = useState<Action | 'new'>();
  const [isAdding, setAdding] = useState(false);
  if (loaded.isPending) return <SkeletonRows label={t`Loading the actions`} />;
  if (loaded.isError) return <ErrorNotice title={t`The actions could not be loaded`} error={loaded.error} onRetry={() => void loaded.refetch()} />;
  const { actions, ...options } = loaded.data;
  const create = mayEdit && (
    <Button icon={<Plus aria-hidden="true" />} variant={actions.length === 0 ? 'primary' : 'plain'} onClick={() => setEdited('new')}>
      {t`New action`}
    </Button>
  );
  return (
    <div className={styles['panel']} tabIndex={0} role="region" aria-label={t`Actions and their history`}>
      <section aria-labelledby="actions-title">
        <header className={styles['head']}>
          <h2 id="actions-title">{t`Actions`}</h2>
          <div className={styles['create']}>
            {mayShare && (
              <Button variant="quiet" icon={<Server aria-hidden="true" />} onClick={() => setAdding(true)}>
                {t`Add a remote analyzer…`}
              </Button>
            )}
            {actions.length > 0 && create}
          </div>
        </header>
        {actions.length === 0 ? (
          <Notice icon={<Workflow />} title={t`No actions yet`} action={create}>
            {t`An action does the same work on every document of this corpus: index it, extract fields, label passages.`}
          </Notice>
        ) : (
          <ul className={styles['list']} aria-label={t`Actions`}>
            {actions.map((action) => (
              <ActionItem key={action.uuid} action={action} corpusId={corpusId} mayEdit={mayEdit} onEdit={() => setEdited(action)} onFilter={onFilter} />
            ))}
          </ul>
        )}
      </section>
      {options.remoteAnalyzers.length > 0 && <RemoteAnalyzers corpusId={corpusId} analyzers={options.remoteAnalyzers} mayShare={mayShare} />}
      <ExecutionList corpusId={corpusId} actions={actions} mayEdit={mayEdit} filter={filter} onFilter={onFilter} />
      {isAdding && <RemoteAnalyzerDialog corpusId={corpusId} onClose={() => setAdding(false)} />}
      {edited && (
        <ActionDialog
          corpusId={corpusId}
          action={edited === 'new' ? undefined : edited}
          options={options}
          hasIndex={actions.some(({ kind }) => kind === 'EMBED')}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  );
}
