// Optimistic edits of annotations: an edit is shown at once, and reverted with a message if the server rejects it.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';

import { toApiError } from '@/lib/errors';
import { showToast } from '@/lib/toasts';

import { annotationsOptions } from './api/list-annotations';
import { labelsOptions } from './api/list-labels';
import { createAnnotation, deleteAnnotation, type AnnotationTarget } from './api/save-annotation';
import type { Annotation } from './model/annotation';
import { useAnnotatorState } from './model/annotator-store';
import { apply, inverse, record, redo, undo, withoutEdit, type Edit } from './model/history';

async function send(target: AnnotationTarget, { kind, annotation }: Edit): Promise<Annotation | null> {
  if (kind === 'add') return createAnnotation(target, annotation);
  await deleteAnnotation(annotation.uuid);
  return null;
}

function showErrorToast({ kind }: Edit, error: Error): void {
  const failure = kind === 'add' ? 'The annotation could not be saved.' : 'The annotation could not be removed.';
  showToast({ text: `${failure} ${toApiError(error).message}`, tone: 'danger' });
}

export function useAnnotationEdits(target: AnnotationTarget) {
  const { documentId, corpusId } = target;
  const queryClient = useQueryClient();
  const { queryKey } = annotationsOptions(documentId, corpusId);
  const change = (edit: Edit) => queryClient.setQueryData<Annotation[]>(queryKey, (before = []) => apply(before, edit));

  const { mutate } = useMutation({
    // One after another: an annotation is removed only after it is saved.
    scope: { id: `annotations-${documentId}-${corpusId}` },
    // The key of the list, which is not refetched while one of its annotations is being saved.
    mutationKey: queryKey,
    mutationFn: (edit: Edit) => send(target, edit),
    onMutate: async (edit) => {
      change({ ...edit, annotation: { ...edit.annotation, pending: true } });
      await queryClient.cancelQueries({ queryKey });
      change({ ...edit, annotation: { ...edit.annotation, pending: true } });
    },
    onSuccess: (saved, edit) => {
      if (saved) change({ kind: 'add', annotation: saved });
      if (target.joins) void queryClient.invalidateQueries({ queryKey: ['document', documentId] });
      if (saved && !edit.annotation.label.id) void queryClient.invalidateQueries({ queryKey: labelsOptions(corpusId).queryKey });
    },
    onError: (error, edit) => {
      change(inverse(edit));
      const { history, setHistory } = useAnnotatorState.getState();
      setHistory(withoutEdit(history, edit));
      showErrorToast(edit, error);
    },
  });

  return useMemo(() => {
    const perform = (edit: Edit) => {
      const { history, setHistory } = useAnnotatorState.getState();
      setHistory(record(history, edit));
      mutate(edit);
    };
    const replay = (step: typeof undo) => {
      const { history, setHistory } = useAnnotatorState.getState();
      const { history: next, edit } = step(history);
      setHistory(next);
      if (edit) mutate(edit);
      return edit;
    };
    return {
      add: (annotation: Annotation) => perform({ kind: 'add', annotation }),
      remove: (annotation: Annotation) => {
        perform({ kind: 'remove', annotation });
        showToast({ text: `Moved “${annotation.label.name}” to the bin.`, action: { label: 'Undo', run: () => replay(undo) } });
      },
      undo: () => replay(undo),
      redo: () => replay(redo),
    };
  }, [mutate]);
}

export type AnnotationEdits = ReturnType<typeof useAnnotationEdits>;
