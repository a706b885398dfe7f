import { Trash2 } from 'lucide-react';
import { useState } from 'react';

import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { binPeriod } from '@/lib/bin-period';
import { toApiError } from '@/lib/errors';
import { quoted } from '@/lib/format';
import { showErrorToast } from '@/lib/toasts';

import { useDeleteLabel } from '../api/edit-labels';

/** Deletes a label; asks for confirmation if annotations use it. */
export function DeleteLabel({ label: { uuid, name } }: { label: { uuid: string; name: string } }) {
  const [confirming, setConfirming] = useState(false);
  const remove = useDeleteLabel((error) => (toApiError(error).code === 'label_in_use' ? setConfirming(true) : showErrorToast(error)));
  return (
    <>
      <IconButton label={`Delete ${name}`} tooltip={false} icon={<Trash2 />} onClick={() => remove.mutate({ uuid, name, withAnnotations: false })} />
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Delete ${quoted(name)}?`}
        confirm="Delete label"
        onConfirm={() => remove.mutate({ uuid, name, withAnnotations: true })}
      >
        Annotations use this label. They are moved to the bin with it for {binPeriod()}.
      </ConfirmDialog>
    </>
  );
}
