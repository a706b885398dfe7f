import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Library, Plus } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { PageFrame } from '@/components/ui/page-frame';
import { SkeletonRows } from '@/components/ui/skeleton';
import { corporaOptions } from '@/features/corpora/api/list-corpora';
import { CorpusList } from '@/features/corpora/components/corpus-list';
import { CreateCorpusDialog } from '@/features/corpora/components/create-corpus-dialog';
import { useTitle } from '@/lib/title';

export function CorporaPage() {
  useTitle('Corpora');
  const navigate = useNavigate();
  const corpora = useQuery(corporaOptions());
  const [creating, setCreating] = useState(false);
  const create = (
    <Button variant="plain" icon={<Plus aria-hidden="true" />} onClick={() => setCreating(true)}>
      New corpus
    </Button>
  );
  return (
    <PageFrame title="Corpora" about="Documents that belong together, with their labels, search and actions" actions={create}>
      {corpora.isPending && <SkeletonRows label="Loading corpora" />}
      {corpora.isError && <ErrorNotice title="Your corpora could not be loaded" error={corpora.error} onRetry={() => void corpora.refetch()} />}
      {corpora.data?.length === 0 && (
        <Notice icon={<Library />} title="No corpora yet" action={create}>
          Make one for every pile of documents that you want to work on as a whole.
        </Notice>
      )}
      {corpora.data && corpora.data.length > 0 && <CorpusList corpora={corpora.data} />}
      {creating && (
        <CreateCorpusDialog onClose={() => setCreating(false)} onCreated={(uuid) => void navigate({ to: '/c/$uuid', params: { uuid } })} />
      )}
    </PageFrame>
  );
}
