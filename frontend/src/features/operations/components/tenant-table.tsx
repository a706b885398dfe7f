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
import { nodes } from '@/lib/relay';
import { showToast } from '@/lib/toasts';

import { tenantQueuesOptions, useSetTenantQueue, type TenantQueue } from '../api/tenant-queues';
import styles from './operations.module.css';
import { TenantDialog } from './tenant-dialog';

// On a phone they stand in the dialog that changes them.
const limit = classNames(styles['number'], styles['spare']);

interface TenantRowProps {
  queue: TenantQueue;
  onEdit: () => void;
}

function PauseButton({ queue }: { queue: TenantQueue }) {
  const set = useSetTenantQueue();
  const resume = () => set.mutate({ id: queue.id, version: queue.version, paused: false });
  const { name } = queue.tenant;
  const told = ({ tenantQueue }: Awaited<ReturnType<typeof set.mutateAsync>>) => {
    const undo = { label: 'Undo', run: () => set.mutate({ id: queue.id, version: tenantQueue?.version ?? '', paused: false }) };
    showToast({ text: `Paused ${name}. What runs is finished; nothing new begins.`, action: undo });
  };
  const pause = () => set.mutate({ id: queue.id, version: queue.version, paused: true }, { onSuccess: told });
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
      <th scope="row" className={styles['name']}>
        {tenant.name}
      </th>
      <td>
        {queue.paused ? (
          <Badge tone="warning" icon={<CirclePause aria-hidden="true" />}>
            Paused
          </Badge>
        ) : (
          <span className="muted">{tenant.kind}</span>
        )}
      </td>
      <td className={styles['number']}>{waiting.toLocaleString('en')}</td>
      <td className={styles['number']}>{running.toLocaleString('en')}</td>
      <td className={limit}>{cap ?? <span className={styles['none']}>no limit</span>}</td>
      <td className={limit}>{weight.toLocaleString('en')}</td>
      <td className={limit}>{rate === null ? <span className={styles['none']}>no limit</span> : `${rate} a minute`}</td>
      <td className={styles['actions']}>
        <PauseButton queue={queue} />
        <IconButton label={`Change the limits of ${tenant.name}`} icon={<SlidersHorizontal />} onClick={onEdit} />
      </td>
    </tr>
  );
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">Tenant</th>
        <th scope="col">State</th>
        <th scope="col" className={styles['number']}>
          Waiting
        </th>
        <th scope="col" className={styles['number']}>
          Running
        </th>
        <th scope="col" className={limit} title="Most jobs at once">
          Cap
        </th>
        <th scope="col" className={limit} title="Share of the workers, beside others' 1">
          Weight
        </th>
        <th scope="col" className={limit} title="Most jobs begun in a minute">
          Rate
        </th>
        <th scope="col">
          <span className="visually-hidden">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

/** The tenants' accounts with the scheduler; every limit can be changed while work goes on. */
export function TenantTable() {
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<string | null>(null);
  const list = useInfiniteQuery({ ...tenantQueuesOptions(search), placeholderData: keepPreviousData });
  const rows = list.data?.pages.flatMap(nodes) ?? [];
  const edited = rows.find(({ id }) => id === editing);
  return (
    <>
      <div className={styles['tools']}>
        <SearchField label="Search tenants" value={search} onChange={setSearch} />
      </div>
      {list.isPending && <SkeletonRows label="Loading tenants" />}
      {list.isError && <ErrorNotice title="The tenants could not be loaded" error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && <Notice icon={<Users />} title={search ? 'No tenant has this name' : 'Nobody has had work done yet'} />}
      {rows.length > 0 && (
        <Scroller label="Tenants" more={list}>
          <table className={styles['table']}>
            <Head />
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
