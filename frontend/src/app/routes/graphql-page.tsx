import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';

import { PageFrame } from '@/components/ui/page-frame';
import { Explorer } from '@/features/graphql-explorer/components/explorer';
import { useTitle } from '@/lib/title';

export function GraphqlPage() {
  useTitle('GraphQL');
  return (
    <PageFrame
      title={t`GraphQL`}
      about={
        <>
          <Trans>
            Operations run as you, also those that change data. The same is in the <a href="/api/docs">REST API</a>.
          </Trans>
        </>
      }
    >
      <Explorer />
    </PageFrame>
  );
}
