import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Library, Plus, SearchX } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { PageFrame } from '@/components/ui/page-frame';
import { SearchField } from '@/components/ui/search-field';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { corporaOptions } from '@/features/corpora/api/list-corpora';
import { CorpusList } from '@/features/corpora/components/corpus-list';
import { CreateCorpusDialog } from '@/features/corpora/components/create-corpus-dialog';
import { SampleButton } from '@/features/corpora/components/sample-button';
import { CORPORA_ORDERS, shownCorpora } from '@/features/corpora/model/corpora-order';
import { isCorporaOrder } from '@/features/corpora/model/corpora-order-name';
import { ScopeSelect } from '@/features/documents/components/scope-select';
import type { Scope } from '@/features/documents/model/scope';
import { useCommands } from '@/lib/commands';
import { useTitle } from '@/lib/title';

import { corporaSearch, type CorporaSearch } from '../search-params';

const route = getRouteApi('/signed-in/c');

function NoCorpora({ scope, create, sample }: { scope: Scope | undefined; create: ReactNode; sample: ReactNode }) {
  if (scope === 'SHARED' || scope === 'PUBLIC') {
    const shared = scope === 'SHARED';
    return (
      <Notice icon={<Library />} title={shared ? t`No corpora shared with you` : t`No public corpora`}>
        {shared ? t`Corpora that others share with you appear here.` : t`Corpora that their owners make public appear here.`}
      </Notice>
    );
  }
  return (
    <Notice
      icon={<Library />}
      title={t`No corpora yet`}
      action={
        <>
          {create} {sample}
        </>
      }
    >
      {t`Create a corpus to search, label and analyse a set of documents together.`}
    </Notice>
  );
}

export function CorporaPage() {
  useTitle(t`Corpora`);
  const navigate = route.useNavigate();
  const { q = '', scope, sort } = route.useSearch();
  const show = (change: Partial<Record<keyof CorporaSearch, string | undefined>>) => void navigate({ search: (before) => corporaSearch({ ...before, ...change }), replace: true });
  const corpora = useQuery(corporaOptions(scope));
  const shown = useMemo(() => shownCorpora(corpora.data ?? [], q, sort), [corpora.data, q, sort]);
  const [creating, setCreating] = useState(false);
  useCommands(() => [{ name: 'corpus.create', text: t`New corpus`, run: () => setCreating(true) }]);
  const open = (uuid: string) => void navigate({ to: '/c/$uuid', params: { uuid } });
  const create = (
    <Button variant="plain" icon={<Plus aria-hidden="true" />} onClick={() => setCreating(true)}>
      {t`New corpus`}
    </Button>
  );
  const actions = (
    <>
      <SearchField label={t`Filter corpora`} value={q} onChange={(next) => show({ q: next })} />
      <ScopeSelect all={t`All corpora`} scope={scope} onScope={(next) => show({ scope: next })} />
      <Select label={t`Order`} value={sort ?? ''} onChange={({ target }) => show({ sort: isCorporaOrder(target.value) ? target.value : undefined })}>
        <option value="">{t`Newest first`}</option>
        {CORPORA_ORDERS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {create}
    </>
  );
  return (
    <PageFrame title={t`Corpora`} about={t`Sets of documents with their own labels, search and actions`} actions={actions}>
      {corpora.isPending && <SkeletonRows label={t`Loading corpora`} />}
      {corpora.isError && <ErrorNotice title={t`Your corpora could not be loaded`} error={corpora.error} onRetry={() => void corpora.refetch()} />}
      {corpora.data?.length === 0 && <NoCorpora scope={scope} create={create} sample={<SampleButton onCreated={open} />} />}
      {shown.length > 0 && <CorpusList corpora={shown} />}
      {shown.length === 0 && corpora.data && corpora.data.length > 0 && (
        <Notice icon={<SearchX />} title={t`No corpus matches the filter`} action={<Button onClick={() => show({ q: undefined })}>{t`Clear filter`}</Button>} />
      )}
      {creating && (
        <CreateCorpusDialog onClose={() => setCreating(false)} onCreated={open} />
      )}
    </PageFrame>
  );
}
