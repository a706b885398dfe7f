// The edits of annotations that a page can do. The server keeps the history, so that edits of earlier visits can be undone, too.
import { plural, t } from '@lingui/core/macro';
import { useMemo } from 'react';

import type { EditQueue } from '@/features/edits/edit-queue';
import { quoted } from '@/lib/format';
import { dismissUndo, showErrorToast, showToast } from '@/lib/toasts';
import { uuidv7 } from '@/lib/uuid';

import type { AnnotationEdit } from './annotation-kind';
import type { AnnotationTarget } from './api/save-annotation';
import { isSuggestion, type Annotation } from './model/annotation';
import { useAnnotatorState } from './model/annotator-store';
import { record, stepOf, type Edit, type Replay, type Task } from './model/history';

// Loaded with the buttons for undo and redo, so that it is there without a connection, too.
const loadSteps = () => import('./undo-steps');

/** Return the edits that a page can do. Each is kept in the history and sent by the queue. */
function actionsOf(target: AnnotationTarget, queue: EditQueue) {
  const send = (task: Task) => queue.add({ type: 'annotation', group: task.group, task, joins: target.joins } satisfies AnnotationEdit);
  const perform = (edit: Edit) => {
    const { history, setHistory } = useAnnotatorState.getState();
    setHistory(record(history, stepOf(edit)));
    send(edit);
  };
  const sendReplay = (replay: Replay) => {
    send(replay);
    // At once, also without a connection.
    if (replay.kind === 'undo') dismissUndo(replay.group);
  };
  const step = (kind: Replay['kind']) => void loadSteps().then((steps) => steps.takeStep(kind, target, sendReplay)).catch(showErrorToast);
  const undoGroup = (group: string) => void loadSteps().then((steps) => steps.takeGroup(group, sendReplay)).catch(showErrorToast);
  const offerUndo = (group: string, text: string) => showToast({ text, undoes: group, action: { label: t`Undo`, run: () => undoGroup(group) } });
  const performWithToast = (edit: Edit, text: string) => {
    perform(edit);
    offerUndo(edit.group, text);
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
    /** add annotations that are undone together; `text` is that of the toast */
    addAll: (annotations: readonly Annotation[], text: string) => {
      const group = uuidv7();
      for (const annotation of annotations) perform({ kind: 'add', annotation, group });
      offerUndo(group, text);
    },
    change: (before: Annotation, changes: Partial<Annotation>) => perform({ kind: 'change', annotation: { ...before, ...changes }, before, group: uuidv7() }),
    remove: (annotation: Annotation) => {
      if (isSuggestion(annotation)) return review([annotation], 'REJECTED');
      performWithToast({ kind: 'remove', annotation, group: uuidv7() }, t`Moved “${annotation.label.name}” to the bin.`);
    },
    undo: () => step('undo'),
    redo: () => step('redo'),
  };
}

export const useAnnotationEdits = (target: AnnotationTarget, queue: EditQueue) => useMemo(() => actionsOf(target, queue), [target, queue]);

export type AnnotationEdits = ReturnType<typeof useAnnotationEdits>;
