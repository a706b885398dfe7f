// Edits of annotations in the queue: they are shown at once, and taken back if the server rejects them.
import type { QueryClient } from '@tanstack/react-query';

import type { EditKind } from '@/features/edits/edit-queue';
import type { EditScope, QueuedEdit } from '@/features/edits/model/queued-edit';
import { dismissUndo } from '@/lib/toasts';

import { annotationsOptions, cancelReload, changeList } from './api/list-annotations';
import { useAnnotatorState } from './model/annotator-store';
import { apply, inverse, isReplay, withoutTask, withPending, type Task } from './model/history';

export interface AnnotationEdit extends QueuedEdit {
  type: 'annotation';
  task: Task;
  /** the document is not in the corpus yet: the first annotation adds it */
  joins: boolean;
}

export const keyOf = ({ documentId, corpusId }: EditScope) => annotationsOptions(documentId, corpusId).queryKey;

const change = (queryClient: QueryClient, scope: EditScope, task: Task) => changeList(queryClient, scope, (list) => apply(list, task));

export const annotationKind: Omit<EditKind<AnnotationEdit>, 'load'> = {
  onMade: async ({ task }, { queryClient, ...scope }) => {
    change(queryClient, scope, withPending(task));
    await cancelReload(queryClient, scope);
    change(queryClient, scope, withPending(task));
  },
  onFailed: ({ task }, { queryClient, ...scope }) => {
    if (!isReplay(task)) {
      change(queryClient, scope, inverse(task));
      dismissUndo(task.group);
    }
    if (task.kind !== 'add' && task.kind !== 'remove') void queryClient.invalidateQueries({ queryKey: keyOf(scope) });
    const { history, setHistory } = useAnnotatorState.getState();
    setHistory(withoutTask(history, task));
  },
};
