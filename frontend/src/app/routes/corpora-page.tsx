import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Library, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { PageFrame } from '@/components/ui/page-frame';
import { SkeletonRows } from '@/components/ui/skeleton';
import { corporaOptions } from '@/features/corpora/api/list-corpora';
import { CorpusList } from '@/features/corpora/components/corpus-list';
import { CreateCorpusDialog } from '@/features/corpora/components/create-corpus-dialog';
import { SampleButton } from '@/features/corpora/components/sample-button';
import { ScopeSelect } from '@/features/documents/components/scope-select';
import type { Scope } from '@/features/documents/model/scope';
import { useCommands } from '@/lib/commands';
import { useTitle } from '@/lib/title';

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
  const { scope } = route.useSearch();
  const corpora = useQuery(corporaOptions(scope));
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
      <ScopeSelect all={t`All corpora`} scope={scope} onScope={(next) => void navigate({ search: next ? { scope: next } : {}, replace: true })} />
      {create}
    </>
  );
  return (
    <PageFrame title={t`Corpora`} about={t`Sets of documents with their own labels, search and actions`} actions={actions}>
      {corpora.isPending && <SkeletonRows label={t`Loading corpora`} />}
      {corpora.isError && <ErrorNotice title={t`Your corpora could not be loaded`} error={corpora.error} onRetry={() => void corpora.refetch()} />}
      {corpora.data?.length === 0 && <NoCorpora scope={scope} create={create} sample={<SampleButton onCreated={open} />} />}
      {corpora.data && corpora.data.length > 0 && <CorpusList corpora={corpora.data} />}
      {creating && (
        <CreateCorpusDialog onClose={() => setCreating(false)} onCreated={open} />
      )}
    </PageFrame>
  );
}
