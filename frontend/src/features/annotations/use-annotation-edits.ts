// Edits are seen at once and sent behind; what the server refuses is taken back and said.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { toApiError } from '@/lib/errors';
import { showToast } from '@/lib/toasts';

import { annotationsOptions } from './api/list-annotations';
import { labelsOptions } from './api/list-labels';
import { createAnnotation, deleteAnnotation, type Place } from './api/save-annotation';
import type { Annotation } from './model/annotation';
import { useGestures } from './model/gesture-store';
import { apply, forget, inverse, record, redo, undo, type Edit } from './model/history';

async function send(place: Place, { kind, annotation }: Edit): Promise<Annotation | null> {
  if (kind === 'add') return createAnnotation(place, annotation);
  await deleteAnnotation(annotation.uuid);
  return null;
}

function complain({ kind }: Edit, error: Error): void {
  const what = kind === 'add' ? 'The annotation was not saved.' : 'The annotation was not removed.';
  showToast({ text: `${what} ${toApiError(error).message}`, tone: 'danger' });
}

export function useAnnotationEdits(place: Place) {
  const { documentId, corpusId } = place;
  const queryClient = useQueryClient();
  const { queryKey } = annotationsOptions(documentId, corpusId);
  const change = (edit: Edit) => queryClient.setQueryData<Annotation[]>(queryKey, (before = []) => apply(before, edit));

  const { mutate } = useMutation({
    // One after another: removing what is still being saved waits for the saving.
    scope: { id: `annotations-${documentId}-${corpusId}` },
    // The key of the list: it is not fetched anew while something in it is being saved.
    mutationKey: queryKey,
    mutationFn: (edit: Edit) => send(place, edit),
    onMutate: async (edit) => {
      change({ ...edit, annotation: { ...edit.annotation, pending: true } });
      await queryClient.cancelQueries({ queryKey });
      change({ ...edit, annotation: { ...edit.annotation, pending: true } });
    },
    onSuccess: (saved, edit) => {
      if (saved) change({ kind: 'add', annotation: saved });
      if (place.joins) void queryClient.invalidateQueries({ queryKey: ['document', documentId] });
      if (saved && !edit.annotation.label.id) void queryClient.invalidateQueries({ queryKey: labelsOptions(corpusId).queryKey });
    },
    onError: (error, edit) => {
      change(inverse(edit));
      const { history, setHistory } = useGestures.getState();
      setHistory(forget(history, edit));
      complain(edit, error);
    },
  });

  return useMemo(() => {
    const perform = (edit: Edit) => {
      const { history, setHistory } = useGestures.getState();
      setHistory(record(history, edit));
      mutate(edit);
    };
    const replay = (step: typeof undo) => {
      const { history, setHistory } = useGestures.getState();
      const { history: next, edit } = step(history);
      setHistory(next);
      if (edit) mutate(edit);
      return edit;
    };
    return {
      add: (annotation: Annotation) => perform({ kind: 'add', annotation }),
      remove: (annotation: Annotation) => {
        perform({ kind: 'remove', annotation });
        showToast({ text: `Removed “${annotation.label.name}”.`, action: { label: 'Undo', run: () => replay(undo) } });
      },
      undo: () => replay(undo),
      redo: () => replay(redo),
    };
  }, [mutate]);
}

export type AnnotationEdits = ReturnType<typeof useAnnotationEdits>;
