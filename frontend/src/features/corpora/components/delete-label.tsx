import { plural, t } from '@lingui/core/macro';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';

import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { binPeriod } from '@/lib/bin-period';
import { toApiError } from '@/lib/errors';
import { quoted } from '@/lib/format';
import { showErrorToast } from '@/lib/toasts';

import type { CorpusLabel } from '../api/corpus-labels';
import { useDeleteLabel } from '../api/edit-labels';

/** Return what has a label. */
function usersText(annotations: number, documents: number): string {
  if (annotations === 0 && documents === 0) return t`Annotations, relations or documents have this label.`;
  if (documents === 0) return plural(annotations, { one: '# annotation has this label.', other: '# annotations have this label.' });
  if (annotations === 0) return plural(documents, { one: '# document has this label.', other: '# documents have this label.' });
  return t`${plural(annotations, { one: '# annotation', other: '# annotations' })} and ${plural(documents, { one: '# document', other: '# documents' })} have this label.`;
}

/** Deletes a label; asks for confirmation if annotations, relations or documents have it. */
export function DeleteLabel({ label: { uuid, name, annotationCount, documentCount }, childCount }: { label: CorpusLabel; childCount: number }) {
  const [confirming, setConfirming] = useState(false);
  const remove = useDeleteLabel((error) => (toApiError(error).code === 'label_in_use' ? setConfirming(true) : showErrorToast(error)));
  return (
    <>
      <IconButton label={t`Delete ${name}`} icon={<Trash2 />} onClick={() => remove.mutate({ uuid, name, children: childCount, withAnnotations: false })} />
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={t`Delete ${quoted(name)}?`}
        confirm={t`Delete label`}
        onConfirm={() => remove.mutate({ uuid, name, children: childCount, withAnnotations: true })}
      >
        {usersText(annotationCount, documentCount)}{' '}
        {t`Annotations and relations will be moved to the bin with it for ${binPeriod()}; documents stay, without it. To keep them, merge it into another label.`}
        {childCount > 0 && ` ${plural(childCount, { one: '# label below it will move up.', other: '# labels below it will move up.' })}`}
      </ConfirmDialog>
    </>
  );
}
