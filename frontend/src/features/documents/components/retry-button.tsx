import { t } from '@lingui/core/macro';
import { RotateCcw } from 'lucide-react';

import { Button } from '@/components/ui/button';

import type { DocumentRow } from '../api/document-list';
import { useRetryDocument } from '../api/retry-document';
import { mayRetry } from '../model/retry';

/** Processes a failed document of a list again, where that can succeed. */
export function RetryButton({ document }: { document: DocumentRow }) {
  const retry = useRetryDocument();
  return (
    mayRetry(document) && (
      <Button
        size="small"
        tabIndex={-1}
        icon={<RotateCcw aria-hidden="true" />}
        aria-label={t`Retry ${document.title}`}
        busy={retry.isPending}
        onClick={() => retry.mutate({ uuid: document.uuid })}
      >
        {t`Retry`}
      </Button>
    )
  );
}
