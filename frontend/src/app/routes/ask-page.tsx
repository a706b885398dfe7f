import { t } from '@lingui/core/macro';
import { getRouteApi } from '@tanstack/react-router';

import { PageFrame } from '@/components/ui/page-frame';
import { ConversationsPane } from '@/features/conversations/components/conversations-pane';
import { useTitle } from '@/lib/title';

const route = getRouteApi('/signed-in/ask');

/** Conversations about all documents that the user may see, and those about a corpus or a document. */
export function AskPage() {
  const { conversation } = route.useSearch();
  const navigate = route.useNavigate();
  useTitle(t`Ask`);
  return (
    <PageFrame title={t`Ask`} about={t`Questions about all documents that you may see`}>
      <ConversationsPane scope={{}} selected={conversation} onSelect={(uuid) => void navigate({ search: uuid === undefined ? {} : { conversation: uuid } })} />
    </PageFrame>
  );
}
