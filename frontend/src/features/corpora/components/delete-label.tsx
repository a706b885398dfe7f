import { Trash2 } from 'lucide-react';
import { useState } from 'react';

import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { binPeriod } from '@/lib/bin-period';
import { toApiError } from '@/lib/errors';
import { count, quoted } from '@/lib/format';
import { showErrorToast } from '@/lib/toasts';

import type { CorpusLabel } from '../api/corpus-labels';
import { useDeleteLabel } from '../api/edit-labels';

/** Deletes a label; asks for confirmation if annotations, relations or documents have it. */
export function DeleteLabel({ label: { uuid, name, annotationCount, documentCount }, childCount }: { label: CorpusLabel; childCount: number }) {
  const parts = [...(annotationCount > 0 ? [count(annotationCount, 'annotation')] : []), ...(documentCount > 0 ? [count(documentCount, 'document')] : [])];
  const users = `${parts.join(' and ') || 'Annotations, relations or documents'} ${annotationCount + documentCount === 1 ? 'has' : 'have'}`;
  const [confirming, setConfirming] = useState(false);
  const remove = useDeleteLabel((error) => (toApiError(error).code === 'label_in_use' ? setConfirming(true) : showErrorToast(error)));
  return (
    <>
      <IconButton label={`Delete ${name}`} icon={<Trash2 />} onClick={() => remove.mutate({ uuid, name, children: childCount, withAnnotations: false })} />
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Delete ${quoted(name)}?`}
        confirm="Delete label"
        onConfirm={() => remove.mutate({ uuid, name, children: childCount, withAnnotations: true })}
      >
        {users} this label. Annotations and relations will be moved to the bin with it for {binPeriod()}; documents stay, without it. To keep them, merge it into another label.
        {childCount > 0 && ` ${count(childCount, 'label')} below it will move up.`}
      </ConfirmDialog>
    </>
  );
}
