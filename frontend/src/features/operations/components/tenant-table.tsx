import { t } from '@lingui/core/macro';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { CirclePause, CirclePlay, SlidersHorizontal, Users } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Field } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { Notice } from '@/components/ui/notice';
import { Scroller } from '@/components/ui/scroller';
import { SearchField } from '@/components/ui/search-field';
import { SkeletonRows } from '@/components/ui/skeleton';
import { TableHead, type Column } from '@/components/ui/table-head';
import { Toolbar } from '@/components/ui/toolbar';
import { pageCursor, userError } from '@/graphql/fragments';
import { graphql, type ResultOf, type VariablesOf } from '@/graphql/graphql';
import { toApiError } from '@/lib/errors';
import { formatNumber } from '@/lib/format';
import { mutate, request } from '@/lib/graphql-client';
import { byCursor, nodes } from '@/lib/relay';
import { showToast } from '@/lib/toasts';
import { useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import styles from './operations.module.css';

const tenantQueuesQuery = graphql(
  `
    query TenantQueues($first: Int!, $after: String, $search: String) {
      tenantQueues(first: $first, after: $after, search: $search) {
        totalCount
        pageInfo {
          ...PageCursor
        }
        edges {
          node {
            id
            uuid
            cap
            weight
            rate
            paused
            version
            running
            waiting
            tenant {
              uuid
              name
              kind
            }
          }
        }
      }
    }
  `,
  [pageCursor],
);

const setTenantQueueMutation = graphql(
  `
    mutation SetTenantQueue($input: SetTenantQueueInput!) {
      setTenantQueue(input: $input) {
        tenantQueue {
          version
        }
        errors {
          ...UserError
        }
      }
    }
  `,
  [userError],
);

type TenantQueue = ResultOf<typeof tenantQueuesQuery>['tenantQueues']['edges'][number]['node'];
type Change = VariablesOf<typeof setTenantQueueMutation>['input'];

const KEY = ['operations', 'tenants'];
const PAGE = 50;
const POLL = 5_000;

const tenantQueuesOptions = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, search],
    queryFn: async ({ pageParam }) => (await request(tenantQueuesQuery, { first: PAGE, after: pageParam, search })).tenantQueues,
    ...byCursor,
    refetchInterval: ({ state: { data } }) => POLL * Math.max(1, data?.pages.length ?? 1),
  });

const useSetTenantQueue = () => useInvalidatingMutation({ mutationFn: (input: Change) => mutate(setTenantQueueMutation, input), affected: [KEY] });

// The form of a tenant's limits, its validation, and the mutation input. An empty field is no limit.

interface TenantLimits {
  cap: string;
  weight: string;
  rate: string;
}

interface TenantChange {
  cap: number | null;
  weight: number;
  rate: number | null;
}

type LimitErrors = Partial<Record<keyof TenantLimits, string>>;

const isWhole = (text: string) => /^\d{1,6}$/.test(text) && Number(text) >= 1;
const isPositive = (text: string) => /^\d+([.,]\d+)?$/.test(text) && toNumber(text) > 0;
const toNumber = (text: string) => Number(text.replace(',', '.'));

export function limitErrors({ cap, weight, rate }: TenantLimits): LimitErrors {
  return {
    ...(cap !== '' && !isWhole(cap) && { cap: t`Enter a whole number of at least 1, or leave empty for no limit.` }),
    ...(!isPositive(weight) && { weight: t`Enter a number greater than 0. The default is 1.` }),
    ...(rate !== '' && !isWhole(rate) && { rate: t`Enter a whole number of at least 1, or leave empty for no limit.` }),
  };
}

/** Return the mutation input; only for valid limits. */
export const tenantChange = ({ cap, weight, rate }: TenantLimits): TenantChange => ({
  weight: toNumber(weight),
  cap: cap === '' ? null : Number(cap),
  rate: rate === '' ? null : Number(rate),
});

export const limitsOf = ({ cap, weight, rate }: { cap: number | null; weight: number; rate: number | null }): TenantLimits => ({
  cap: cap === null ? '' : String(cap),
  weight: String(weight),
  rate: rate === null ? '' : String(rate),
});

const FIELDS: readonly { name: keyof TenantLimits; label: string; placeholder: string }[] = [
  { name: 'cap', label: t`Maximum concurrent jobs`, placeholder: t`no limit` },
  { name: 'rate', label: t`Maximum jobs started per minute`, placeholder: t`no limit` },
  { name: 'weight', label: t`Weight (2 gets twice the share of 1)`, placeholder: '1' },
];

function TenantDialog({ queue, onClose }: { queue: TenantQueue; onClose: () => void }) {
  const [limits, setLimits] = useState(() => limitsOf(queue));
  const [errors, setErrors] = useState<LimitErrors>({});
  const set = useSetTenantQueue();
  const now = limitsOf(queue);
  const current = FIELDS.map(({ name, placeholder }) => now[name] || placeholder).join(', ');
  const isConflict = set.isError && toApiError(set.error).code === 'edit_conflict';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const invalid = limitErrors(limits);
    setErrors(invalid);
    if (Object.keys(invalid).length === 0) set.mutate({ id: queue.id, version: queue.version, ...tenantChange(limits) }, { onSuccess: onClose });
  };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Limits of ${queue.tenant.name}`} description={t`Changes take effect within a second. Running jobs are not interrupted.`}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        {FIELDS.map(({ name, label, placeholder }) => (
          <Field
            key={name}
            label={label}
            placeholder={placeholder}
            inputMode="decimal"
            value={limits[name]}
            error={errors[name]}
            onChange={({ target }) => setLimits({ ...limits, [name]: target.value.trim() })}
          />
        ))}
        {isConflict && (
          <p role="alert">
            {t`Changed by someone else since you opened it. Current limits: ${current}. Save again to overwrite them.`}
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" variant="primary" busy={set.isPending}>
            {t`Save`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

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
    const undo = { label: t`Undo`, run: () => set.mutate({ id: queue.id, version: tenantQueue?.version ?? '', paused: false }) };
    showToast({ text: t`Paused ${name}. Running jobs finish; no new jobs start.`, action: undo });
  };
  const pause = () => set.mutate({ id: queue.id, version: queue.version, paused: true }, { onSuccess: onPaused });
  return queue.paused ? (
    <Button size="small" icon={<CirclePlay aria-hidden="true" />} aria-label={t`Resume ${name}`} busy={set.isPending} onClick={resume}>
      {t`Resume`}
    </Button>
  ) : (
    <Button size="small" icon={<CirclePause aria-hidden="true" />} aria-label={t`Pause ${name}`} busy={set.isPending} onClick={pause}>
      {t`Pause`}
    </Button>
  );
}

function Count({ value }: { value: number }) {
  return <td className={classNames(styles['number'], value === 0 && styles['none'])}>{formatNumber(value)}</td>;
}

function TenantRow({ queue, onEdit }: TenantRowProps) {
  const { tenant, cap, weight, rate, waiting, running } = queue;
  return (
    <tr>
      <th scope="row" className={styles['name']} title={t`${tenant.kind} tenant`}>
        {tenant.name}
      </th>
      <td>
        {queue.paused ? (
          <Badge tone="warning" icon={<CirclePause aria-hidden="true" />}>
            {t`Paused`}
          </Badge>
        ) : (
          <span className="muted">{t`Active`}</span>
        )}
      </td>
      <Count value={waiting} />
      <Count value={running} />
      <td className={limit}>{cap ?? <span className={styles['none']}>{t`no limit`}</span>}</td>
      <td className={limit}>{formatNumber(weight)}</td>
      <td className={limit}>{rate === null ? <span className={styles['none']}>{t`no limit`}</span> : t`${rate} per minute`}</td>
      <td className={styles['actions']}>
        <PauseButton queue={queue} />
        <IconButton label={t`Edit limits of ${tenant.name}`} icon={<SlidersHorizontal />} onClick={onEdit} />
      </td>
    </tr>
  );
}

const COLUMNS: readonly Column[] = [
  { label: t`Tenant` },
  { label: t`State` },
  { label: t`Waiting`, className: styles['number'] },
  { label: t`Running`, className: styles['number'] },
  { label: t`Limit`, className: limit, title: t`Maximum concurrent jobs` },
  { label: t`Weight`, className: limit, title: t`Share of the workers, relative to other tenants` },
  { label: t`Rate`, className: limit, title: t`Maximum jobs started per minute` },
  { label: t`Actions`, hidden: true },
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
        <SearchField label={t`Search tenants`} value={search} onChange={setSearch} />
      </Toolbar>
      {list.isPending && <SkeletonRows label={t`Loading tenants`} />}
      {list.isError && <ErrorNotice title={t`The tenants could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && <Notice icon={<Users />} title={search ? t`No matching tenants` : t`No jobs have run`} />}
      {rows.length > 0 && (
        <Scroller label={t`Tenants`} more={list}>
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
