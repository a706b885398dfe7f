import { t } from '@lingui/core/macro';
import { useState } from 'react';

import type { useEditDialogPart } from '@/components/ui/edit-dialog-part';
import { LazyEditDialog } from '@/components/ui/lazy-edit-dialog';
import { addEdit, useEditQueue } from '@/features/edits/edit-queue';
import type { TextsEdit } from '@/features/edits/texts-kind';
import type { Base } from '@/lib/drafts';
import type { Texts } from '@/lib/edits';
import { quoted } from '@/lib/format';
import { showToast } from '@/lib/toasts';
import { reportEdit } from '@/lib/undoable-edits';
import { uuidv7 } from '@/lib/uuid';

interface RenameDialogProps {
  document: { uuid: string; title: string; version: string };
  /** the corpus in whose history the new title is; absent where there is no history */
  corpusId?: string | undefined;
  /** the dialog, if it was loaded before it is opened */
  loaded?: ReturnType<typeof useEditDialogPart>;
  /** in lists: on the page of a document, the history undoes it */
  offersUndo?: boolean;
  onClose: () => void;
}

/** Renames a document. The new title waits for a connection, as other changes do. */
export function RenameDialog({ document: { uuid, title, version }, corpusId, loaded, offersUndo = false, onClose }: RenameDialogProps) {
  const [group] = useState(uuidv7);
  const [Dialog] = useState(() => loaded?.EditDialog ?? LazyEditDialog);
  const queue = useEditQueue();
  const path = `/api/v1/documents/${uuid}`;
  const affected = [['document', uuid], ['documents'], ['corpus-documents'], ['edits', uuid]];
  const done = t`Renamed the document`;
  const editOf = (change: Texts, base: Base): TextsEdit => ({ type: 'texts', group, target: path, uuid, path, change, base, affected, title: t`Title of the document`, done });
  const onSaved = (saved: Base) => {
    if (corpusId) reportEdit({ documentId: uuid, corpusId, group, text: done });
    if (!offersUndo) return;
    const undo = () => addEdit({ ...editOf({ title }, saved), group: uuidv7() });
    showToast({ text: t`Renamed to ${quoted(saved.texts['title'] ?? '')}.`, action: { label: t`Undo`, run: undo } });
  };
  return (
    <Dialog
      title={t`Rename document`}
      confirm={t`Rename`}
      path={path}
      version={version}
      fields={[{ name: 'title', label: t`Title`, value: title, maxLength: 300 }]}
      constants={{ group }}
      draft={`title:${uuid}`}
      {...(queue && { later: { isNew: false, save: (change: Texts, base: Base) => queue.add(editOf(change, base)) } })}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}
