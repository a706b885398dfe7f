import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Bot, Highlighter, MoreHorizontal, Pencil, Play, Plus, RotateCcw, Search, Server, Table2, Trash2, Workflow } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import { toApiError } from '@/lib/errors';
import { formatNumber, quoted } from '@/lib/format';
import { lazyComponent, lazyDialog } from '@/lib/lazy-part';

import { actionsOptions, documentsToRunOptions, type Action } from '../api/actions';
import { useDeleteAction, useEnableAction, useRetryAction, useRunAction } from '../api/edit-actions';
import type { Execution, ExecutionFilter } from '../api/executions';
import { kindLabel, triggersText, type Kind } from '../model/action';
import { ActionDialog } from './action-dialog';
import styles from './actions-panel.module.css';
import { EnabledSwitch } from './enabled-switch';
import { ExecutionList } from './execution-list';

interface RunDialogProps {
  action: Action;
  onClose: () => void;
}

/** Says on how many documents an action would run before it does. */
function RunDialog({ action, onClose }: RunDialogProps) {
  const documents = useQuery(documentsToRunOptions(action.uuid));
  const run = useRunAction();
  const number = documents.data;
  const nothing = number === 0;
  const confirm = () => number !== undefined && !nothing && run.mutate(action);
  const text = () => {
    if (documents.isError) return toApiError(documents.error).message;
    if (number === undefined) return t`Counting the documents…`;
    if (nothing) return t`It has succeeded on every document of this corpus that is ready, with its present settings.`;
    return t`It runs on ${plural(number, { one: '# document', other: '# documents' })} on which it has not succeeded with its present settings. Documents that are being processed follow when they are ready.`;
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={nothing ? t`Nothing to run for ${quoted(action.name)}` : t`Run ${quoted(action.name)}?`}
      confirm={number ? t`Run on ${plural(number, { one: '# document', other: '# documents' })}` : t`OK`}
      danger={false}
      onConfirm={confirm}
    >
      {text()}
    </ConfirmDialog>
  );
}

const ICONS: Record<Kind, typeof Bot> = { EMBED: Search, EXTRACT: Table2, ANALYZE: Highlighter, AGENT: Bot };

const COUNTS: readonly { state: Execution['state']; key: keyof Action['executionCounts']; text: string }[] = [
  { state: 'QUEUED', key: 'queued', text: t`in progress` },
  { state: 'WAITING', key: 'waiting', text: t`waiting` },
  { state: 'SUCCESS', key: 'success', text: t`done` },
  { state: 'FAILED', key: 'failed', text: t`failed` },
  { state: 'SKIPPED', key: 'skipped', text: t`skipped` },
  { state: 'CANCELLED', key: 'cancelled', text: t`cancelled` },
];

interface ActionItemProps {
  action: Action;
  mayEdit: boolean;
  onEdit: () => void;
  onFilter: (filter: ExecutionFilter) => void;
}

/** The numbers of documents by state; each shows them in the history. */
function Counts({ action: { uuid, name, executionCounts }, onFilter }: Pick<ActionItemProps, 'action' | 'onFilter'>) {
  const shown = COUNTS.filter(({ key }) => executionCounts[key] > 0);
  if (shown.length === 0) return <span className="muted">{t`Has not run yet`}</span>;
  return shown.map(({ state, key, text }) => (
    <button
      key={key}
      type="button"
      className={styles['count']}
      data-state={state}
      aria-label={t`Show ${executionCounts[key]} ${text} of ${name}`}
      onClick={() => onFilter({ action: uuid, state })}
    >
      {formatNumber(executionCounts[key])} {text}
    </button>
  ));
}

function ActionItem({ action, mayEdit, onEdit, onFilter }: ActionItemProps) {
  const { uuid, kind, name, triggers, enabled, executionCounts } = action;
  const [asking, setAsking] = useState<'run' | 'delete'>();
  const enable = useEnableAction();
  const retry = useRetryAction();
  const remove = useDeleteAction();
  const Icon = ICONS[kind];
  const unsuccessful = executionCounts.failed + executionCounts.skipped + executionCounts.cancelled;
  const close = (open: boolean) => open || setAsking(undefined);
  return (
    <li className={styles['item']} data-disabled={!enabled || undefined}>
      <span className={styles['icon']} aria-hidden="true">
        <Icon />
      </span>
      <div className={styles['about']}>
        <h3>{name}</h3>
        <p className={styles['when']}>
          {name === kindLabel(kind) ? '' : `${kindLabel(kind)} · `}
          {enabled ? triggersText(triggers) : t`Off`}
        </p>
        <p className={styles['counts']}>
          <Counts action={action} onFilter={onFilter} />
        </p>
      </div>
      {mayEdit && (
        <div className={styles['buttons']}>
          <EnabledSwitch label={t`${name} is on`} checked={enabled} busy={enable.isPending} onChange={(next) => enable.mutate({ uuid, enabled: next })} />
          <Button size="small" icon={<Play aria-hidden="true" />} disabled={!enabled} onClick={() => setAsking('run')}>
            {t`Run`}
          </Button>
          <Menu trigger={<IconButton label={t`More for ${name}`} icon={<MoreHorizontal />} />}>
            <MenuItem icon={<Pencil />} onSelect={onEdit}>
              {t`Edit…`}
            </MenuItem>
            <MenuItem icon={<RotateCcw />} disabled={unsuccessful === 0 || !enabled} onSelect={() => retry.mutate({ uuid })}>
              {unsuccessful > 0 ? t`Retry ${plural(unsuccessful, { one: '# document', other: '# documents' })}` : t`Retry`}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 />} danger onSelect={() => setAsking('delete')}>
              {t`Delete…`}
            </MenuItem>
          </Menu>
        </div>
      )}
      {asking === 'run' && <RunDialog action={action} onClose={() => setAsking(undefined)} />}
      <ConfirmDialog open={asking === 'delete'} onOpenChange={close} title={t`Delete ${quoted(name)}?`} confirm={t`Delete action`} onConfirm={() => remove.mutate(action)}>
        {t`Its history is deleted with it. Its results are kept.`}
      </ConfirmDialog>
    </li>
  );
}

const RemoteAnalyzers = lazyComponent(async () => (await import('./remote-analyzers')).RemoteAnalyzers);
const RemoteAnalyzerDialog = lazyDialog(
  async () => (await import('./remote-analyzers')).RemoteAnalyzerDialog,
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
              <ActionItem key={action.uuid} action={action} mayEdit={mayEdit} onEdit={() => setEdited(action)} onFilter={onFilter} />
            ))}
          </ul>
        )}
      </section>
      {options.remoteAnalyzers.length > 0 && <RemoteAnalyzers analyzers={options.remoteAnalyzers} mayShare={mayShare} />}
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
