import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { SearchX, Trash2 } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { PageFrame } from '@/components/ui/page-frame';
import { Scroller } from '@/components/ui/scroller';
import { SkeletonRows } from '@/components/ui/skeleton';
import { binOptions } from '@/features/bin/api/list-bin';
import { BinFilter } from '@/features/bin/components/bin-filter';
import { BinTable } from '@/features/bin/components/bin-table';
import { EmptyBin } from '@/features/bin/components/empty-bin';
import type { BinKind } from '@/features/bin/model/bin-kind';
import { sessionOptions } from '@/features/session/api/session';
import { binPeriod } from '@/lib/bin-period';
import { nodes } from '@/lib/relay';
import { useTitle } from '@/lib/title';

const route = getRouteApi('/signed-in/bin');

function NothingInBin({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) return <Notice icon={<SearchX />} title={t`Nothing of this kind in the bin`} action={<Button onClick={onClear}>{t`Clear filter`}</Button>} />;
  return (
    <Notice icon={<Trash2 />} title={t`The bin is empty`}>
      {t`Documents, corpora, folders, labels and annotations that you delete are kept here for ${binPeriod()}.`}
    </Notice>
  );
}

function useBin(kind: BinKind | undefined) {
  const list = useInfiniteQuery({ ...binOptions(kind), placeholderData: keepPreviousData });
  return { list, items: list.data?.pages.flatMap(nodes) ?? [], total: list.data?.pages[0]?.totalCount ?? 0 };
}

export function BinPage() {
  useTitle(t`Bin`);
  const { kind } = route.useSearch();
  const navigate = route.useNavigate();
  const { history } = useRouter();
  const { data: user } = useQuery(sessionOptions);
  const { list, items, total } = useBin(kind);
  const filter = (next: BinKind | undefined) => void navigate({ search: next ? { kind: next } : {}, replace: true });
  return (
    <PageFrame
      title={t`Bin`}
      about={total > 0 && plural(total, { one: '# item', other: '# items' })}
      actions={
        <>
          <BinFilter kind={kind} onKind={filter} />
          {total > 0 && <EmptyBin kind={kind} onShowJob={(job) => void navigate({ to: '/jobs', search: { job } })} />}
        </>
      }
    >
      {list.isPending && <SkeletonRows label={t`Loading the bin`} />}
      {list.isError && <ErrorNotice title={t`The bin could not be loaded`} error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && total === 0 && <NothingInBin filtered={kind !== undefined} onClear={() => filter(undefined)} />}
      {total > 0 && (
        <Scroller label={t`Items in the bin`} more={list}>
          <BinTable items={items} me={user?.username} onOpen={(path) => history.push(path)} />
        </Scroller>
      )}
    </PageFrame>
  );
}
