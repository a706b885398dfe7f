// Labels of one document in the queue.
import { t } from '@lingui/core/macro';

import type { EditHandler } from '@/features/edits/edit-queue';
import type { QueuedEdit } from '@/features/edits/model/queued-edit';
import { reportEdit } from '@/lib/undoable-edits';

import { keysOfDocumentLabels, labelDocuments, type DocumentLabel } from './document-labels';

export interface DocumentLabelEdit extends QueuedEdit {
  type: 'document-label';
  label: DocumentLabel;
  remove: boolean;
}

/** The server adds a label that a document has already no second time. */
export const documentLabelHandler: EditHandler<DocumentLabelEdit> = {
  send: async ({ label, remove, group }, { documentId, corpusId }) => {
    await labelDocuments({ changes: [{ labelId: label.uuid, documentIds: [documentId], remove }], group });
    return { onSaved: () => reportEdit({ documentId, corpusId, group, text: t`Changed the labels of the document` }) };
  },
  affected: (_, { corpusId }) => keysOfDocumentLabels(corpusId),
  describe: ({ label, remove }) => ({ title: remove ? t`Removal of the label “${label.name}”` : t`Label “${label.name}”`, detail: '' }),
  failure: () => t`The labels of the document could not be changed.`,
};
