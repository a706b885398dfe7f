import { t } from '@lingui/core/macro';

import { Dialog, DialogBody } from '@/components/ui/dialog';
import { EditList, type EditListProps } from '@/features/annotations/components/edit-list';

/** The edits that were made on the page of a corpus. */
export function CorpusHistoryDialog({ onClose, ...props }: Pick<EditListProps, 'corpusId' | 'me' | 'editable'> & { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`History`}>
      <DialogBody>
        <EditList {...props} />
      </DialogBody>
    </Dialog>
  );
}
