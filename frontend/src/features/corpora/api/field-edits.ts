// Values of a field of one document in the queue.
import { t } from '@lingui/core/macro';

import type { EditHandler, SendContext, Sent } from '@/features/edits/edit-queue';
import type { QueuedEdit } from '@/features/edits/model/queued-edit';
import { isOffline } from '@/lib/errors';
import { reportEdit } from '@/lib/undoable-edits';

import { fieldValuesOptions, keysOfValues, setFieldValues } from './fields';

export interface FieldEdit extends QueuedEdit {
  type: 'field';
  fieldId: string;
  name: string;
  /** the new value; none clears it */
  values: readonly string[];
  /** of the value that was stored when the edit was made */
  version: string;
  /** the group of an earlier edit of the same value that waited then */
  after?: string | undefined;
}

/** Set the value, unless another user has changed it since the user saw it. The version of the new value serves the edits that were made meanwhile. */
async function send({ fieldId, name, values, version, after, group, overwrite }: FieldEdit, { queryClient, documentId, corpusId, ids }: SendContext): Promise<Sent> {
  const expected = (after === undefined ? undefined : ids[after]) ?? version;
  const options = fieldValuesOptions(documentId, corpusId);
  try {
    await setFieldValues({ fieldId, documentIds: [documentId], values: [...values], group, ...(!overwrite && { versions: [expected] }) });
  } catch (error) {
    if (!isOffline(error)) void queryClient.invalidateQueries({ queryKey: options.queryKey }); // the user sees what others have set
    throw error;
  }
  const stored = await queryClient.fetchQuery({ ...options, staleTime: 0 });
  return { ids: { [group]: stored.get(fieldId)?.version ?? '' }, onSaved: () => reportEdit({ documentId, corpusId, group, text: t`Changed the field “${name}”` }) };
}

export const fieldHandler: EditHandler<FieldEdit> = {
  send,
  affected: (_, { documentId, corpusId }) => [...keysOfValues(corpusId), ['edits', documentId]],
  describe: ({ name, values }) => ({ title: name, detail: values.join(', ') }),
};
