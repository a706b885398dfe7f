// Edits of annotations in the queue: what sends them. What shows them at once is a part of the page.
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';

import type { EditHandler, SendContext, Sending } from '@/features/edits/edit-queue';
import type { EditScope } from '@/features/edits/model/queued-edit';
import { replayEdits } from '@/features/edits/replay-edits';
import { isNotFound } from '@/lib/errors';

import { keyOf, type AnnotationEdit } from '../annotation-kind';
import { titleOf, type Annotation } from '../model/annotation';
import { isReplay, uuidsOf, type Task } from '../model/history';
import { changeList, shownList } from './list-annotations';
import { labelsOptions } from './list-labels';
import { sendReview } from './review-annotations';
import { createAnnotation, deleteAnnotation, updateAnnotation } from './save-annotation';

/** Query keys of what can be undone beside annotations; those of relations begin like that of annotations. */
const ELSEWHERE = ['annotations', 'threads', 'document-labels', 'corpus-labels'];

/** An edit that is sent again after a reload may have been done before. */
function ignoreNotFound(error: unknown): void {
  if (!isNotFound(error)) throw error;
}

interface Replayed {
  annotations: readonly Annotation[];
  /** uuids of the annotations that are in the bin now */
  deleted: readonly string[];
}

const NOTHING: Replayed = { annotations: [], deleted: [] };

/** Send a task; return the annotations that the server has saved. `version` is the one that the list has now. */
async function sendTask({ task, joins }: AnnotationEdit, scope: EditScope, version: string): Promise<Replayed> {
  if (isReplay(task)) return replayEdits(task);
  const { annotation, group } = task;
  if (task.kind === 'review') {
    const sent = sendReview(task);
    await (task.annotations.length === 1 ? sent.catch(ignoreNotFound) : sent);
    return NOTHING;
  }
  if (task.kind === 'remove') {
    await deleteAnnotation(annotation.uuid, group).catch(ignoreNotFound);
    return { annotations: [], deleted: [annotation.uuid] };
  }
  const saved = task.kind === 'change' ? await updateAnnotation(task, version) : await createAnnotation({ ...scope, joins }, annotation, group);
  return saved ? { annotations: [saved], deleted: [] } : NOTHING;
}

/** Merge what the server has saved into the list. Of an annotation with a later edit that waits, only the version changes: the user sees that edit. */
function merge(queryClient: QueryClient, scope: EditScope, { annotations, deleted }: Replayed): void {
  const waiting = queryClient
    .getMutationCache()
    .findAll({ mutationKey: keyOf(scope), status: 'pending' })
    .map(({ state }) => (state.variables as Sending).edit)
    .filter((edit): edit is AnnotationEdit => edit.type === 'annotation')
    .map(({ task }) => uuidsOf(task));
  // The task itself is one of them.
  const isLast = (uuid: string) => waiting.filter((uuids) => uuids.has(uuid)).length <= 1;
  const saved = new Map(annotations.map((each) => [each.uuid, each]));
  changeList(queryClient, scope, (before) => {
    const kept = before.filter(({ uuid }) => !(deleted.includes(uuid) && isLast(uuid)));
    const known = new Set(kept.map(({ uuid }) => uuid));
    const merged = kept.map((each) => {
      const now = saved.get(each.uuid);
      return now ? (isLast(each.uuid) ? now : { ...each, version: now.version }) : each;
    });
    return [...merged, ...annotations.filter(({ uuid }) => !known.has(uuid) && isLast(uuid))];
  });
}

function refresh(queryClient: QueryClient, { documentId, corpusId }: EditScope, { task, joins }: AnnotationEdit): void {
  // Relations, comments and labels of the document are not shown at once.
  if (isReplay(task) && task.edits.length === 0) for (const key of ELSEWHERE) void queryClient.invalidateQueries({ queryKey: [key] });
  void queryClient.invalidateQueries({ queryKey: ['edits', documentId] });
  if (joins) void queryClient.invalidateQueries({ queryKey: ['document', documentId] });
  if (!isReplay(task) && !task.annotation.label.id) void queryClient.invalidateQueries({ queryKey: labelsOptions(corpusId).queryKey });
}

async function sendEdit(edit: AnnotationEdit, { queryClient, documentId, corpusId }: SendContext) {
  const scope = { documentId, corpusId };
  const uuid = isReplay(edit.task) ? '' : edit.task.annotation.uuid;
  const known = shownList(queryClient, scope).find((each) => each.uuid === uuid);
  const saved = await sendTask(edit, scope, known?.version ?? '');
  const onSaved = () => {
    merge(queryClient, scope, saved);
    refresh(queryClient, scope, edit);
  };
  return { onSaved };
}

const FAILURES: Record<Task['kind'], string> = {
  add: t`The annotation could not be saved.`,
  remove: t`The annotation could not be removed.`,
  change: t`The annotation could not be changed.`,
  review: t`The suggestions could not be reviewed.`,
  undo: t`This could not be undone.`,
  redo: t`This could not be done again.`,
};

function titleOfTask({ kind, annotation: { label } }: Exclude<Task, { kind: 'undo' | 'redo' }>): string {
  switch (kind) {
    case 'add':
      return t`New annotation “${label.name}”`;
    case 'remove':
      return t`Removal of the annotation “${label.name}”`;
    case 'change':
      return t`Change of the annotation “${label.name}”`;
    default:
      return t`Review of the suggestion “${label.name}”`;
  }
}

export const annotationHandler: EditHandler<AnnotationEdit> = {
  send: sendEdit,
  // The saved annotations are merged into the list.
  affected: () => [],
  describe: ({ task }) => (isReplay(task) ? null : { title: titleOfTask(task), detail: titleOf(task.annotation) }),
  failure: ({ task }) => FAILURES[task.kind],
};
