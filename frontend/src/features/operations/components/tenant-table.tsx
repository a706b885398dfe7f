import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { CirclePause, CirclePlay, SlidersHorizontal, Users } from 'lucide-react';
import { useState } from 'react';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { ErrorNotice } from '@/components/ui/error-notice';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { Scroller } from '@/components/ui/scroller';
import { SearchField } from '@/components/ui/search-field';
import { SkeletonRows } from '@/components/ui/skeleton';
import { TableHead, type Column } from '@/components/ui/table-head';
import { Toolbar } from '@/components/ui/toolbar';
import { nodes } from '@/lib/relay';
import { showToast } from '@/lib/toasts';

import { tenantQueuesOptions, useSetTenantQueue, type TenantQueue } from '../api/tenant-queues';
import styles from './operations.module.css';
import { TenantDialog } from './tenant-dialog';

// Hidden on phones, where the dialog shows the limits.
const limit = classNames(styles['number'], styles['spare']);

interface TenantRowProps {
  queue: TenantQueue;
  onEdit: () => void;
}

function PauseButton({ queue }: { queue: TenantQueue }) {
  const set = useSetTenantQueue();
  const resume = () => set.mutate({ id: queue.id, version: queue.version, paused: false });
  const { name } = queue.tenant;
  const onPaused = ({ tenantQueue }: Awaited<ReturnType<typeof set.mutateAsync>>) => {
    const undo = { label: 'Undo', run: () => set.mutate({ id: queue.id, version: tenantQueue?.version ?? '', paused: false }) };
    showToast({ text: `Paused ${name}. Running jobs finish; no new jobs start.`, action: undo });
  };
  const pause = () => set.mutate({ id: queue.id, version: queue.version, paused: true }, { onSuccess: onPaused });
  return queue.paused ? (
    <Button size="small" icon={<CirclePlay aria-hidden="true" />} aria-label={`Resume ${name}`} busy={set.isPending} onClick={resume}>
      Resume
    </Button>
  ) : (
    <Button size="small" icon={<CirclePause aria-hidden="true" />} aria-label={`Pause ${name}`} busy={set.isPending} onClick={pause}>
      Pause
    </Button>
  );
}

function TenantRow({ queue, onEdit }: TenantRowProps) {
  const { tenant, cap, weight, rate, waiting, running } = queue;
  return (
    <tr>
      <th scope="row" className={styles['name']} title={`${tenant.kind} tenant`}>
        {tenant.name}
      </th>
      <td>
        {queue.paused ? (
          <Badge tone="warning" icon={<CirclePause aria-hidden="true" />}>
            Paused
          </Badge>
        ) : (
          <span className="muted">Active</span>
        )}
      </td>
      <td className={styles['number']}>{waiting.toLocaleString('en')}</td>
      <td className={styles['number']}>{running.toLocaleString('en')}</td>
      <td className={limit}>{cap ?? <span className={styles['none']}>no limit</span>}</td>
      <td className={limit}>{weight.toLocaleString('en')}</td>
      <td className={limit}>{rate === null ? <span className={styles['none']}>no limit</span> : `${rate} per minute`}</td>
      <td className={styles['actions']}>
        <PauseButton queue={queue} />
        <IconButton label={`Edit limits of ${tenant.name}`} icon={<SlidersHorizontal />} onClick={onEdit} />
      </td>
    </tr>
  );
}

const COLUMNS: readonly Column[] = [
  { label: 'Tenant' },
  { label: 'State' },
  { label: 'Waiting', className: styles['number'] },
  { label: 'Running', className: styles['number'] },
  { label: 'Limit', className: limit, title: 'Maximum concurrent jobs' },
  { label: 'Weight', className: limit, title: 'Share of the workers, relative to other tenants' },
  { label: 'Rate', className: limit, title: 'Maximum jobs started per minute' },
  { label: 'Actions', hidden: true },
];

/** Limits and queues of all tenants. */
export function TenantTable() {
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<string | null>(null);
  const list = useInfiniteQuery({ ...tenantQueuesOptions(search), placeholderData: keepPreviousData });
  const rows = list.data?.pages.flatMap(nodes) ?? [];
  const edited = rows.find(({ id }) => id === editing);
  return (
    <>
      <Toolbar>
        <SearchField label="Search tenants" value={search} onChange={setSearch} />
      </Toolbar>
      {list.isPending && <SkeletonRows label="Loading tenants" />}
      {list.isError && <ErrorNotice title="The tenants could not be loaded" error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && <Notice icon={<Users />} title={search ? 'No matching tenants' : 'No jobs have run'} />}
      {rows.length > 0 && (
        <Scroller label="Tenants" more={list}>
          <table className={styles['table']}>
            <TableHead columns={COLUMNS} />
            <tbody>
              {rows.map((queue) => (
                <TenantRow key={queue.id} queue={queue} onEdit={() => setEditing(queue.id)} />
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      {edited && <TenantDialog queue={edited} onClose={() => setEditing(null)} />}
    </>
  );
}
