import { t } from '@lingui/core/macro';
import { RotateCcw } from 'lucide-react';

import { Button } from '@/components/ui/button';

import type { DocumentRow } from '../api/document-list';
import { useRetryDocuments } from '../api/retry-document';
import { mayRetry } from '../model/retry';

/** A button that processes the failed ones of the selected documents again; nothing if there are none. */
export function RetrySelected({ documents }: { documents: readonly DocumentRow[] }) {
  const retry = useRetryDocuments();
  const failed = documents.filter((document) => mayRetry(document));
  if (failed.length === 0) return null;
  return (
    <Button size="small" icon={<RotateCcw aria-hidden="true" />} busy={retry.isPending} onClick={() => retry.mutate(failed)}>
      {t`Retry ${failed.length} failed`}
    </Button>
  );
}
