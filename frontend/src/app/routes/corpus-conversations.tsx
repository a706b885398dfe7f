import { t } from '@lingui/core/macro';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

import { SkeletonRows } from '@/components/ui/skeleton';
import type { CorpusDetail } from '@/features/corpora/api/get-corpus';

const ConversationsPane = lazy(async () => ({ default: (await import('@/features/conversations/components/conversations-pane')).ConversationsPane }));

const route = getRouteApi('/signed-in/c/$uuid');

/** The user's conversations about the corpus. */
export function CorpusConversations({ corpus: { uuid, title } }: { corpus: CorpusDetail }) {
  const { conversation } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Suspense fallback={<SkeletonRows label={t`Loading the conversations`} />}>
      <ConversationsPane
        scope={{ corpus: uuid }}
        corpusTitle={title}
        selected={conversation}
        onSelect={(next) => void navigate({ search: { tab: 'ask', ...(next !== undefined && { conversation: next }) } })}
      />
    </Suspense>
  );
}
