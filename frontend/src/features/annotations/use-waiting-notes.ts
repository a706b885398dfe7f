// Notes that the server has not stored yet, in the list of annotations.
import { useMemo } from 'react';

import { useWaitingEdits, type EditQueue } from '@/features/edits/edit-queue';
import type { TextsEdit } from '@/features/edits/texts-kind';

import type { Annotation } from './model/annotation';

/** Return the annotations with the notes that wait. */
export function useWaitingNotes(annotations: readonly Annotation[], queue: EditQueue): readonly Annotation[] {
  const edits = useWaitingEdits<TextsEdit>('texts', queue);
  return useMemo(() => {
    const notes = new Map(edits.flatMap(({ uuid, change: { note } }) => (note === undefined ? [] : [[uuid, note] as const])));
    if (notes.size === 0) return annotations;
    return annotations.map((each) => ({ ...each, ...(notes.has(each.uuid) && { note: notes.get(each.uuid) ?? '', pending: true }) }));
  }, [annotations, edits]);
}
