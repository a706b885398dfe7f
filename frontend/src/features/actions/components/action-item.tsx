import { plural, t } from '@lingui/core/macro';
import { Bot, Highlighter, MoreHorizontal, Pencil, Play, RotateCcw, Search, Table2, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu';
import { formatNumber, quoted } from '@/lib/format';

import type { Action } from '../api/actions';
import { useDeleteAction, useEnableAction, useRetryAction } from '../api/edit-actions';
import type { Execution, ExecutionFilter } from '../api/executions';
import { kindLabel, triggersText, type Kind } from '../model/action';
import { EnabledSwitch } from './enabled-switch';
import styles from './actions-panel.module.css';
import { RunDialog } from './run-dialog';

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
  corpusId: string;
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
      {asking === 'run' && <RunDialog action={action} corpusId={corpusId} onClose={() => setAsking(undefined)} />}
      <ConfirmDialog open={asking === 'delete'} onOpenChange={close} title={t`Delete ${quoted(name)}?`} confirm={t`Delete action`} onConfirm={() => remove.mutate(action)}>
        {t`Its history is deleted with it. Its results are kept.`}
      </ConfirmDialog>
    </li>
  );
}
