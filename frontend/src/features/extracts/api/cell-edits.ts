// Reviews and changes of cells in the queue.
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';

import type { EditHandler, SendContext, Sent } from '@/features/edits/edit-queue';
import type { QueuedEdit } from '@/features/edits/model/queued-edit';
import { sessionOptions } from '@/features/session/api/session';

import { reviewText, type CellChange } from '../model/cell';
import { currentCell, putCells, sendChange } from './change-cell';

export interface CellEdit extends QueuedEdit {
  type: 'cell';
  extractId: string;
  cellId: string;
  /** the column and the document */
  name: string;
  change: CellChange;
  /** of the cell that the user saw */
  version: string;
  /** the group of an earlier edit of the same cell that waited then */
  after?: string | undefined;
}

/** Accept a conflict with the result of an earlier request for the same edit, whose response was lost. The server may have written a value in another way. */
async function acceptOwnResult(error: unknown, { extractId, cellId, change, isSent }: CellEdit, queryClient: QueryClient) {
  const current = await currentCell(error, cellId);
  if (!current) throw error;
  const { review = 'edited' } = change;
  const isMine = current.reviewer === (queryClient.getQueryData(sessionOptions.queryKey)?.id ?? '');
  if (isSent && current.review === review && (isMine || review === 'unreviewed')) return review === 'edited' ? sendChange(cellId, change, current.version) : current;
  putCells(queryClient, extractId, [current]); // the user sees what was set elsewhere
  throw error;
}

async function send(edit: CellEdit, { queryClient, ids }: SendContext): Promise<Sent> {
  const { extractId, cellId, change, version, after, group, overwrite } = edit;
  const expected = (after === undefined ? undefined : ids[after]) ?? version;
  const cell = await sendChange(cellId, change, overwrite ? '' : expected).catch((error: unknown) => acceptOwnResult(error, edit, queryClient));
  putCells(queryClient, extractId, [cell]);
  // The next edit does not wait for the numbers of the extract.
  return { ids: { [group]: cell.version }, onSaved: () => void queryClient.invalidateQueries({ queryKey: ['extract', extractId] }) };
}

export const cellHandler: EditHandler<CellEdit> = {
  send,
  // This tab does not have the cell that another tab has got as the response.
  affected: ({ extractId }, _, isByOther = false) => (isByOther ? [['extract-rows', extractId], ['extract', extractId]] : []),
  describe: ({ name, change: { review, text, sources } }) => ({ title: name, detail: review ? reviewText(review) : (text ?? sources?.map(({ quote }) => quote).join('\n') ?? '') }),
  failure: ({ name }) => t`${name} was not saved.`,
};
