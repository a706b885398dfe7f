// Labels of documents in the queue.
import { plural, t } from '@lingui/core/macro';

import type { EditHandler } from '@/features/edits/edit-queue';
import type { QueuedEdit } from '@/features/edits/model/queued-edit';
import { offerUndo } from '@/features/edits/replay-edits';
import { showToast } from '@/lib/toasts';
import { reportEdit } from '@/lib/undoable-edits';

import { keysOfDocumentLabels, labelDocuments, type DocumentLabel } from './document-labels';

export interface LabelChange {
  label: DocumentLabel;
  documentIds: readonly string[];
  remove: boolean;
}

export interface DocumentLabelsEdit extends QueuedEdit {
  type: 'document-labels';
  changes: readonly LabelChange[];
}

const documentsOf = (changes: readonly LabelChange[]) => new Set(changes.flatMap(({ documentIds }) => documentIds));

const describeChange = ({ label, remove }: LabelChange) => (remove ? t`Removal of the label “${label.name}”` : t`Label “${label.name}”`);

const countText = (count: number) => t`Changed the labels of ${plural(count, { one: '# document', other: '# documents' })}.`;

/** The server adds a label that a document has already no second time. */
export const documentLabelsHandler: EditHandler<DocumentLabelsEdit> = {
  send: async ({ changes, group }, { documentId, corpusId, queryClient }) => {
    await labelDocuments({ changes: changes.map(({ label, ...change }) => ({ ...change, labelId: label.uuid })), group });
    const onSaved = () => {
      if (documentId) reportEdit({ documentId, corpusId, group, text: t`Changed the labels of the document` });
      else showToast({ text: countText(documentsOf(changes).size), ...offerUndo(queryClient, group) });
    };
    return { onSaved };
  },
  affected: (_, { corpusId }) => keysOfDocumentLabels(corpusId),
  describe: ({ changes }) => ({ title: changes.map(describeChange).join('; '), detail: '' }),
  failure: ({ changes }) => t`The labels of ${plural(documentsOf(changes).size, { one: 'the document', other: '# documents' })} could not be changed.`,
};
