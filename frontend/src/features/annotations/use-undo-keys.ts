// Undo and redo by keys anywhere on the page of a document, not only while the pages have the focus, or of a corpus.
import { useEffect } from 'react';

import { isTyping } from '@/lib/shortcuts';
import { listenForEdits } from '@/lib/undoable-edits';

import type { AnnotationTarget } from './api/save-annotation';
import { addStep, forgetStep } from './model/annotator-store';
import { commandFor } from './model/commands';
import type { AnnotationEdits } from './use-annotation-edits';

const isInDialog = (target: EventTarget | null) => target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null;

/** Undo and redo by keys, except in fields and dialogs. */
export function useHistoryKeys({ undo, redo }: Record<'undo' | 'redo', () => void>): void {
  useEffect(() => {
    const actions: Record<string, () => void> = { 'history.undo': undo, 'history.redo': redo };
    const listen = (event: KeyboardEvent) => {
      // The pages handle their own keys.
      if (event.defaultPrevented || isTyping(event.target) || isInDialog(event.target)) return;
      const act = actions[commandFor(event)?.name ?? ''];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [undo, redo]);
}

export function useUndoKeys(edits: AnnotationEdits, { documentId, corpusId }: Pick<AnnotationTarget, 'documentId' | 'corpusId'>): void {
  useHistoryKeys(edits);
  // Comments and labels of the document.
  useEffect(() => listenForEdits({ documentId, corpusId, onMade: ({ group, text }) => addStep(group, text), onWithdrawn: forgetStep }), [documentId, corpusId]);
}
