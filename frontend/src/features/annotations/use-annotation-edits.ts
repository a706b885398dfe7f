// Optimistic edits of annotations: an edit is shown at once, and reverted with a message if the server rejects it. Without a connection it
// waits, and is sent when the connection is back. The server keeps the history, so that edits of earlier visits can be undone, too.
import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';

import { useConnection } from '@/lib/connection';
import { ApiError, isNotFound, isOffline, toApiError } from '@/lib/errors';
import { quoted } from '@/lib/format';
import { showErrorToast as showError, showToast, useToasts } from '@/lib/toasts';
import { uuidv7 } from '@/lib/uuid';

import { annotationsOptions } from './api/list-annotations';
import { labelsOptions } from './api/list-labels';
import { sendReview } from './api/review-annotations';
import { createAnnotation, deleteAnnotation, updateAnnotation, type AnnotationTarget } from './api/save-annotation';
import type { Replayed } from './api/undo-edits';
import { isSuggestion, type Annotation } from './model/annotation';
import { useAnnotatorState } from './model/annotator-store';
import { addUnsent, removeOldestUnsent, takeUnsent } from './unsent-edits';
import { apply, inverse, isReplay, record, stepOf, uuidsOf, withoutTask, withPending, type Edit, type Replay, type Task } from './model/history';

const MAX_PAUSE_MS = 4_000;
const MAX_RETRIES = 5;
/** Query keys of what can be undone beside annotations; those of relations begin like that of annotations. */
const ELSEWHERE = ['annotations', 'threads', 'document-labels', 'corpus-labels'];

/** Retry until there is a connection, and a few times while the server starts. */
function shouldRetry(failures: number, error: Error): boolean {
  if (!isOffline(error)) return error instanceof ApiError && error.status >= 502 && failures < MAX_RETRIES;
  useConnection.getState().setLost(true);
  return true;
}

/** An edit that is sent again after a reload may have been done before. */
function ignoreNotFound(error: unknown): void {
  if (!isNotFound(error)) throw error;
}

const NOTHING: Replayed = { annotations: [], deleted: [] };

/** Send a task; return the annotations that the server has saved. `version` is the one that the list has now. */
async function send(target: AnnotationTarget, task: Task, version: string): Promise<Replayed> {
  if (isReplay(task)) return (await import('./api/undo-edits')).replayEdits(task);
  const { annotation, group } = task;
  if (task.kind === 'review') {
    const sent = sendReview(task);
    await (task.annotations.length === 1 ? sent.catch(ignoreNotFound) : sent);
    return NOTHING;
  }
  if (task.kind === 'remove') {
    await deleteAnnotation(annotation.uuid, group).catch(ignoreNotFound);
    return NOTHING;
  }
  const saved = task.kind === 'change' ? await updateAnnotation(task, version) : await createAnnotation(target, annotation, group);
  return saved ? { annotations: [saved], deleted: [] } : NOTHING;
}

const FAILURES: Record<Task['kind'], string> = {
  add: t`The annotation could not be saved.`,
  remove: t`The annotation could not be removed.`,
  change: t`The annotation could not be changed.`,
  review: t`The suggestions could not be reviewed.`,
  undo: t`This could not be undone.`,
  redo: t`This could not be done again.`,
};

function showErrorToast({ kind }: Task, error: Error): void {
  showToast({ text: `${FAILURES[kind]} ${toApiError(error).message}`, tone: 'danger' });
}

/** Return the edits that a page can do. Each is kept in the history and sent by `mutate`. */
function actionsOf(target: AnnotationTarget, mutate: (task: Task) => void) {
  const toasts = new Map<string, number>();
  const perform = (edit: Edit) => {
    const { history, setHistory } = useAnnotatorState.getState();
    setHistory(record(history, stepOf(edit)));
    mutate(edit);
  };
  const sendReplay = (replay: Replay) => {
    mutate(replay);
    const toast = toasts.get(replay.group);
    if (toast !== undefined) useToasts.getState().dismiss(toast);
  };
  // Loaded with the buttons for undo and redo, so that it is there without a connection, too.
  const step = (kind: Replay['kind']) => import('./undo-steps').then((steps) => steps.takeStep(kind, target, sendReplay)).catch(showError);
  const undoStep = () => void step('undo');
  const redoStep = () => void step('redo');
  const performWithToast = (edit: Edit, text: string) => {
    perform(edit);
    toasts.set(edit.group, showToast({ text, action: { label: t`Undo`, run: undoStep } }));
  };
  const review = (annotations: readonly Annotation[], to: 'ACCEPTED' | 'REJECTED') => {
    const [annotation] = annotations;
    if (!annotation) return;
    const what = annotations.length === 1 ? quoted(annotation.label.name) : plural(annotations.length, { one: '# suggestion', other: '# suggestions' });
    performWithToast({ kind: 'review', annotation, annotations, from: 'PENDING', to, group: uuidv7() }, to === 'ACCEPTED' ? t`Accepted ${what}.` : t`Rejected ${what}.`);
  };
  return {
    /** accept or reject suggestions; they are undone together */
    review,
    add: (annotation: Annotation) => perform({ kind: 'add', annotation, group: uuidv7() }),
    /** add annotations that are undone together */
    addAll: (annotations: readonly Annotation[]) => {
      const group = uuidv7();
      for (const annotation of annotations) perform({ kind: 'add', annotation, group });
    },
    change: (before: Annotation, changes: Partial<Annotation>) => perform({ kind: 'change', annotation: { ...before, ...changes }, before, group: uuidv7() }),
    remove: (annotation: Annotation) => {
      if (isSuggestion(annotation)) return review([annotation], 'REJECTED');
      performWithToast({ kind: 'remove', annotation, group: uuidv7() }, t`Moved “${annotation.label.name}” to the bin.`);
    },
    undo: undoStep,
    redo: redoStep,
  };
}

/** Merge what the server has saved into the list. Of an annotation with a later edit that waits, only the version changes: the user sees that edit. */
function merge(queryClient: QueryClient, target: AnnotationTarget, { annotations, deleted }: Replayed): void {
  const { queryKey } = annotationsOptions(target.documentId, target.corpusId);
  const waiting = queryClient
    .getMutationCache()
    .findAll({ mutationKey: queryKey, status: 'pending' })
    .map(({ state }) => uuidsOf(state.variables as Task));
  // The task itself is one of them.
  const isLast = (uuid: string) => waiting.filter((uuids) => uuids.has(uuid)).length <= 1;
  const saved = new Map(annotations.map((each) => [each.uuid, each]));
  queryClient.setQueryData<readonly Annotation[]>(queryKey, (before = []) => {
    const kept = before.filter(({ uuid }) => !(deleted.includes(uuid) && isLast(uuid)));
    const known = new Set(kept.map(({ uuid }) => uuid));
    const merged = kept.map((each) => {
      const now = saved.get(each.uuid);
      return now ? (isLast(each.uuid) ? now : { ...each, version: now.version }) : each;
    });
    return [...merged, ...annotations.filter(({ uuid }) => !known.has(uuid) && isLast(uuid))];
  });
}

/** `isLoaded` says whether the list of annotations is there. */
export function useAnnotationEdits(target: AnnotationTarget, isLoaded: boolean) {
  const { documentId, corpusId } = target;
  const queryClient = useQueryClient();
  const { queryKey } = annotationsOptions(documentId, corpusId);
  const change = (task: Task) => queryClient.setQueryData<readonly Annotation[]>(queryKey, (before = []) => apply(before, task));

  const { mutate } = useMutation({
    // One after another: an annotation is removed only after it is saved.
    scope: { id: `annotations-${documentId}-${corpusId}` },
    // The key of the list, which is not refetched while one of its annotations is being saved.
    mutationKey: queryKey,
    mutationFn: (task: Task) => {
      const uuid = isReplay(task) ? '' : task.annotation.uuid;
      const saved = queryClient.getQueryData<Annotation[]>(queryKey)?.find((each) => each.uuid === uuid);
      return send(target, task, saved?.version ?? '');
    },
    retry: shouldRetry,
    retryDelay: (failures) => Math.min(MAX_PAUSE_MS, 500 * 2 ** failures),
    onMutate: async (task) => {
      addUnsent(target, task);
      change(withPending(task));
      await queryClient.cancelQueries({ queryKey });
      change(withPending(task));
    },
    onSuccess: (saved, task) => {
      merge(queryClient, target, saved);
      // Relations, comments and labels of the document are not shown at once.
      if (isReplay(task) && task.edits.length === 0) for (const key of ELSEWHERE) void queryClient.invalidateQueries({ queryKey: [key] });
      void queryClient.invalidateQueries({ queryKey: ['edits', documentId] });
      if (target.joins) void queryClient.invalidateQueries({ queryKey: ['document', documentId] });
      if (!isReplay(task) && !task.annotation.label.id) void queryClient.invalidateQueries({ queryKey: labelsOptions(corpusId).queryKey });
    },
    onError: (error, task) => {
      if (!isReplay(task)) change(inverse(task));
      if (task.kind !== 'add' && task.kind !== 'remove') void queryClient.invalidateQueries({ queryKey });
      const { history, setHistory } = useAnnotatorState.getState();
      setHistory(withoutTask(history, task));
      showErrorToast(task, error);
    },
    onSettled: () => removeOldestUnsent(target),
  });

  const sendUnsent = useEffectEvent((of: Pick<AnnotationTarget, 'documentId' | 'corpusId'>) => {
    // Edits of this page still wait by themselves.
    if (queryClient.isMutating({ mutationKey: queryKey }) === 0) for (const task of takeUnsent(of)) mutate(task);
  });
  // Edits are applied to the list, which has to be there first.
  useEffect(() => void (isLoaded && sendUnsent({ documentId, corpusId })), [isLoaded, documentId, corpusId]);

  return useMemo(() => actionsOf(target, mutate), [target, mutate]);
}

export type AnnotationEdits = ReturnType<typeof useAnnotationEdits>;
