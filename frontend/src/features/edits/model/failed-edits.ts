// The edits that the server has rejected, as the page shows them.
import { create } from 'zustand';

import { forgetEdit, keepFailed, readKept } from './kept-edits';
import type { FailedEdit } from './queued-edit';

interface FailedEditsState {
  place: string;
  failed: readonly FailedEdit[];
}

export const useFailedEdits = create<FailedEditsState>(() => ({ place: '', failed: [] }));

/** Show the edits that are kept at a place. */
export const showFailed = (place: string) => useFailedEdits.setState({ place, failed: readKept(place).failed });

function refresh(place: string): void {
  if (useFailedEdits.getState().place === place) showFailed(place);
}

export function addFailed(place: string, failed: FailedEdit): void {
  keepFailed(place, failed);
  refresh(place);
}

export function removeFailed(place: string, key: string): void {
  forgetEdit(place, key);
  refresh(place);
}
