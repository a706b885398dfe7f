import { Bot, Highlighter, MoreHorizontal, Pencil, Play, RotateCcw, Search, Table2, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { count, quoted } from '@/lib/format';

import type { Action } from '../api/actions';
import { useDeleteAction, useEnableAction, useRetryAction } from '../api/edit-actions';
import type { Execution, ExecutionFilter } from '../api/executions';
import { kindLabel, triggersText, type Kind } from '../model/action';
import { EnabledSwitch } from './enabled-switch';
import styles from './actions-panel.module.css';
import { RunDialog } from './run-dialog';

const ICONS: Record<Kind, typeof Bot> = { EMBED: Search, EXTRACT: Table2, ANALYZE: Highlighter, AGENT: Bot };

const COUNTS: readonly { state: Execution['state']; key: keyof Action['executionCounts']; text: string }[] = [
  { state: 'QUEUED', key: 'queued', text: 'in progress' },
  { state: 'WAITING', key: 'waiting', text: 'waiting' },
  { state: 'SUCCESS', key: 'success', text: 'done' },
  { state: 'FAILED', key: 'failed', text: 'failed' },
  { state: 'SKIPPED', key: 'skipped', text: 'skipped' },
  { state: 'CANCELLED', key: 'cancelled', text: 'cancelled' },
];

interface ActionItemProps {
  action: Action;
  corpusId: string;
  mayEdit: boolean;
  onEdit: () => void;
  onFilter: (filter: ExecutionFilter) => void;
}

/** The numbers of documents by state; each shows them in the history. */
function Counts({ action: { uuid, name, executionCounts }, onFilter }: Pick<ActionItemProps, 'action' | 'onFilter'>) {
  const shown = COUNTS.filter(({ key }) => executionCounts[key] > 0);
  if (shown.length === 0) return <span className="muted">Has not run yet</span>;
  return shown.map(({ state, key, text }) => (
    <button
      key={key}
      type="button"
      className={styles['count']}
      data-state={state}
      aria-label={`Show ${executionCounts[key]} ${text} of ${name}`}
      onClick={() => onFilter({ action: uuid, state })}
    >
      {executionCounts[key].toLocaleString('en')} {text}
    </button>
  ));
}

export function ActionItem({ action, corpusId, mayEdit, onEdit, onFilter }: ActionItemProps) {
  const { uuid, kind, name, triggers, enabled, executionCounts } = action;
  const [asking, setAsking] = useState<'run' | 'delete'>();
  const enable = useEnableAction(corpusId);
  const retry = useRetryAction(corpusId);
  const remove = useDeleteAction(corpusId);
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
          {enabled ? triggersText(triggers) : 'Off'}
        </p>
        <p className={styles['counts']}>
          <Counts action={action} onFilter={onFilter} />
        </p>
      </div>
      {mayEdit && (
        <div className={styles['buttons']}>
          <EnabledSwitch label={`${name} is on`} checked={enabled} busy={enable.isPending} onChange={(next) => enable.mutate({ uuid, enabled: next })} />
          <Button size="small" icon={<Play aria-hidden="true" />} disabled={!enabled} onClick={() => setAsking('run')}>
            Run
          </Button>
          <Menu trigger={<IconButton label={`More for ${name}`} icon={<MoreHorizontal />} />}>
            <MenuItem icon={<Pencil />} onSelect={onEdit}>
              Edit…
            </MenuItem>
            <MenuItem icon={<RotateCcw />} disabled={unsuccessful === 0 || !enabled} onSelect={() => retry.mutate({ uuid })}>
              {unsuccessful > 0 ? `Retry ${count(unsuccessful, 'document')}` : 'Retry'}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 />} danger onSelect={() => setAsking('delete')}>
              Delete…
            </MenuItem>
          </Menu>
        </div>
      )}
      {asking === 'run' && <RunDialog action={action} corpusId={corpusId} onClose={() => setAsking(undefined)} />}
      <ConfirmDialog open={asking === 'delete'} onOpenChange={close} title={`Delete ${quoted(name)}?`} confirm="Delete action" onConfirm={() => remove.mutate(action)}>
        Its history is deleted with it. Its results are kept.
      </ConfirmDialog>
    </li>
  );
}
