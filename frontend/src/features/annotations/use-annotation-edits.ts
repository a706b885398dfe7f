// Optimistic edits of annotations: an edit is shown at once, and reverted with a message if the server rejects it. Without a connection it
// waits, and is sent when the connection is back.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';

import { restore } from '@/features/bin/api/restore';
import { useConnection } from '@/lib/connection';
import { ApiError, isNotFound, isOffline, toApiError } from '@/lib/errors';
import { showToast, useToasts } from '@/lib/toasts';
import { uuidv7 } from '@/lib/uuid';

import { annotationsOptions } from './api/list-annotations';
import { labelsOptions } from './api/list-labels';
import { sendReview } from './api/review-annotations';
import { createAnnotation, deleteAnnotation, updateAnnotation, type AnnotationTarget } from './api/save-annotation';
import { isSuggestion, type Annotation } from './model/annotation';
import { useAnnotatorState } from './model/annotator-store';
import { addUnsent, removeOldestUnsent, takeUnsent } from './unsent-edits';
import { apply, inverse, record, redo, replay, undo, withoutEdit, type Edit } from './model/history';

const MAX_PAUSE_MS = 4_000;
const MAX_RETRIES = 5;

/** Retry until there is a connection, and a few times while the server starts. */
function shouldRetry(failures: number, error: Error): boolean {
  if (!isOffline(error)) return error instanceof ApiError && error.status >= 502 && failures < MAX_RETRIES;
  useConnection.getState().setLost(true);
  return true;
}

const isOnServer = ({ version }: Annotation) => version !== '';

/** An edit that is sent again after a reload may have been done before. */
function ignoreNotFound(error: unknown): void {
  if (!isNotFound(error)) throw error;
}

/** Send an edit. `version` is the one that the list has now. */
async function send(target: AnnotationTarget, edit: Edit, version: string): Promise<Annotation | null> {
  if (edit.kind === 'review') {
    const sent = sendReview(edit);
    await (edit.annotations.length === 1 ? sent.catch(ignoreNotFound) : sent);
    return null;
  }
  const { kind, annotation } = edit;
  if (kind === 'change') return updateAnnotation(annotation, edit.before, version);
  if (kind === 'remove') await deleteAnnotation(annotation.uuid).catch(ignoreNotFound);
  else if (isOnServer(annotation)) await restore(annotation.uuid);
  else return createAnnotation(target, annotation);
  return kind === 'add' ? { ...annotation, pending: false } : null;
}

const FAILURES = {
  add: 'The annotation could not be saved.',
  remove: 'The annotation could not be removed.',
  change: 'The annotation could not be changed.',
  review: 'The suggestions could not be reviewed.',
};

function showErrorToast({ kind }: Edit, error: Error): void {
  showToast({ text: `${FAILURES[kind]} ${toApiError(error).message}`, tone: 'danger' });
}

/** Return the edits that a page can do. Each is kept in the history and sent by `mutate`. */
function actionsOf(mutate: (edit: Edit) => void) {
  const toasts = new Map<string, number>();
  const perform = (edit: Edit) => {
    const { history, setHistory } = useAnnotatorState.getState();
    setHistory(record(history, edit));
    mutate(edit);
  };
  const step = (direction: typeof undo) => {
    const { history, setHistory } = useAnnotatorState.getState();
    const { history: next, edits } = replay(history, direction);
    setHistory(next);
    for (const edit of edits) {
      mutate(edit);
      const toast = toasts.get(edit.annotation.uuid);
      if (toast !== undefined) useToasts.getState().dismiss(toast);
    }
  };
  const review = (annotations: readonly Annotation[], to: 'ACCEPTED' | 'REJECTED') => {
    const [annotation] = annotations;
    if (!annotation) return;
    perform({ kind: 'review', annotation, annotations, from: 'PENDING', to });
    const what = annotations.length === 1 ? `“${annotation.label.name}”` : `${annotations.length.toLocaleString('en')} suggestions`;
    const toast = showToast({ text: `${to === 'ACCEPTED' ? 'Accepted' : 'Rejected'} ${what}.`, action: { label: 'Undo', run: () => step(undo) } });
    toasts.set(annotation.uuid, toast);
  };
  return {
    /** accept or reject suggestions; they are undone together */
    review,
    add: (annotation: Annotation) => perform({ kind: 'add', annotation }),
    /** add annotations that are undone together */
    addAll: (annotations: readonly Annotation[]) => {
      const group = uuidv7();
      for (const annotation of annotations) perform({ kind: 'add', annotation, group });
    },
    change: (before: Annotation, changes: Partial<Annotation>) => perform({ kind: 'change', annotation: { ...before, ...changes }, before }),
    remove: (annotation: Annotation) => {
      if (isSuggestion(annotation)) return review([annotation], 'REJECTED');
      perform({ kind: 'remove', annotation });
      const toast = showToast({ text: `Moved “${annotation.label.name}” to the bin.`, action: { label: 'Undo', run: () => step(undo) } });
      toasts.set(annotation.uuid, toast);
    },
    undo: () => step(undo),
    redo: () => step(redo),
  };
}

/** `isLoaded` says whether the list of annotations is there. */
export function useAnnotationEdits(target: AnnotationTarget, isLoaded: boolean) {
  const { documentId, corpusId } = target;
  const queryClient = useQueryClient();
  const { queryKey } = annotationsOptions(documentId, corpusId);
  const change = (edit: Edit) => queryClient.setQueryData<Annotation[]>(queryKey, (before = []) => apply(before, edit));

  /** Show what the server has saved. If a later edit is waiting, only the version changes: the later edit is what the user sees. */
  const setSaved = (saved: Annotation) => {
    const unsaved = queryClient.getMutationCache().findAll({ mutationKey: queryKey, status: 'pending' });
    const isLast = unsaved.filter(({ state }) => (state.variables as Edit | undefined)?.annotation.uuid === saved.uuid).length <= 1;
    queryClient.setQueryData<Annotation[]>(queryKey, (before = []) =>
      before.map((each) => (each.uuid === saved.uuid ? (isLast ? saved : { ...each, version: saved.version }) : each)),
    );
  };

  const { mutate } = useMutation({
    // One after another: an annotation is removed only after it is saved.
    scope: { id: `annotations-${documentId}-${corpusId}` },
    // The key of the list, which is not refetched while one of its annotations is being saved.
    mutationKey: queryKey,
    mutationFn: (edit: Edit) => {
      const saved = queryClient.getQueryData<Annotation[]>(queryKey)?.find(({ uuid }) => uuid === edit.annotation.uuid);
      return send(target, edit, saved?.version ?? '');
    },
    retry: shouldRetry,
    retryDelay: (failures) => Math.min(MAX_PAUSE_MS, 500 * 2 ** failures),
    onMutate: async (edit) => {
      addUnsent(target, edit);
      change({ ...edit, annotation: { ...edit.annotation, pending: true } });
      await queryClient.cancelQueries({ queryKey });
      change({ ...edit, annotation: { ...edit.annotation, pending: true } });
    },
    onSuccess: (saved, edit) => {
      if (saved) setSaved(saved);
      if (target.joins) void queryClient.invalidateQueries({ queryKey: ['document', documentId] });
      if (saved && !edit.annotation.label.id) void queryClient.invalidateQueries({ queryKey: labelsOptions(corpusId).queryKey });
    },
    onError: (error, edit) => {
      change(inverse(edit));
      if (edit.kind === 'change' || edit.kind === 'review') void queryClient.invalidateQueries({ queryKey });
      const { history, setHistory } = useAnnotatorState.getState();
      setHistory(withoutEdit(history, edit));
      showErrorToast(edit, error);
    },
    onSettled: () => removeOldestUnsent(target),
  });

  const sendUnsent = useEffectEvent((of: Pick<AnnotationTarget, 'documentId' | 'corpusId'>) => {
    // Edits of this page still wait by themselves.
    if (queryClient.isMutating({ mutationKey: queryKey }) === 0) for (const edit of takeUnsent(of)) mutate(edit);
  });
  // Edits are applied to the list, which has to be there first.
  useEffect(() => void (isLoaded && sendUnsent({ documentId, corpusId })), [isLoaded, documentId, corpusId]);

  return useMemo(() => actionsOf(mutate), [mutate]);
}

export type AnnotationEdits = ReturnType<typeof useAnnotationEdits>;
