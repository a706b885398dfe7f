// The actions on the pages of a document, for keys, pointer and buttons: add and remove annotations, undo.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent } from 'react';

import { nextHue } from '@/lib/label-hues';
import type { UserName } from '@/lib/users';
import { showToast } from '@/lib/toasts';
import { uuidv7 } from '@/lib/uuid';

import { labelsOptions } from './api/list-labels';
import { annotationAt, type Annotation, type Label } from './model/annotation';
import { commandFor, type Actions } from './model/commands';
import { useAnnotatorState } from './model/annotator-store';
import * as selections from './model/selection';
import type { AnnotationEdits } from './use-annotation-edits';
import { quoteOf } from './use-words';
import { useStructure, WordSelector, type SelectorOptions } from './word-selector';

export interface AnnotatorOptions extends Omit<SelectorOptions, 'structureOf'> {
  documentId: string;
  corpusId: string;
  version: string;
  annotations: readonly Annotation[];
  active: Annotation | undefined;
  editable: boolean;
  me: UserName | null;
  /** whether the user may remove an annotation: their own ones, and others with permission to edit the corpus */
  removable: (annotation: Annotation) => boolean;
  edits: AnnotationEdits;
  onActivate: (uuid: string | undefined) => void;
}

const state = () => useAnnotatorState.getState();

function draftAnnotation(label: Label, options: AnnotatorOptions): Annotation | null {
  const { selection } = state();
  const spans = selection ? selections.spansOf(selection, options.words) : [];
  const page = spans[0]?.page;
  if (page === undefined) return null;
  return {
    uuid: uuidv7(),
    label,
    page,
    spans,
    quote: quoteOf(spans, options.words),
    note: '',
    version: '',
    source: 'HUMAN',
    creator: options.me,
    created: new Date().toISOString(),
    pending: true,
  };
}

interface AnnotatorContext extends AnnotatorOptions, SelectorOptions {
  labels: readonly Label[];
}

class Annotator extends WordSelector<AnnotatorContext> implements Actions {
  applyLabel(index: number): void {
    const label = this.options.labels[index];
    if (label) this.annotate(label);
  }

  /** Add an annotation for the selection, if there is one. */
  annotate(label: Label): void {
    const annotation = this.options.editable && draftAnnotation(label, this.options);
    if (!annotation) return;
    this.options.edits.add(annotation);
    const end = state().selection;
    state().select(end && selections.caretAt(selections.ordered(end)[1]));
  }

  createLabel(name: string): void {
    this.annotate({ id: '', name, color: nextHue(this.options.labels.length) });
  }

  pickLabel(): void {
    if (this.options.editable && state().selection) state().setPicking(true);
  }

  private currentAnnotation(): Annotation | undefined {
    const head = state().selection?.head;
    const atCaret = head && annotationAt(this.options.annotations, head.page, head.token);
    return atCaret ?? this.options.active;
  }

  remove(): void {
    const annotation = this.options.editable ? this.currentAnnotation() : undefined;
    if (!annotation) return;
    if (!this.options.removable(annotation)) {
      showToast({ text: 'Only its creator and editors of the corpus can remove this annotation.' });
      return;
    }
    this.options.edits.remove(annotation);
    this.options.onActivate(undefined);
  }

  undo(): void {
    this.options.edits.undo();
  }

  redo(): void {
    this.options.edits.redo();
  }

  override clear(): void {
    super.clear();
    this.options.onActivate(undefined);
  }

  /** Activate the annotation at a position; clear the selection if the click was in the margin. */
  tap(position: selections.Position | null): void {
    if (!position) return this.clear();
    this.options.onActivate(annotationAt(this.options.annotations, position.page, position.token)?.uuid);
  }
}

export type { Annotator };

export function useAnnotator(options: AnnotatorOptions) {
  const { documentId, corpusId, version, words } = options;
  const { data: labels = [] } = useQuery(labelsOptions(corpusId));
  const structureOf = useStructure(documentId, version, words);
  const context = { ...options, labels, structureOf };
  const [annotator] = useState(() => new Annotator(context));
  useEffect(() => annotator.update(context));
  useEffect(() => state().open(`${documentId}/${corpusId}`), [documentId, corpusId]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Buttons and fields over the pages handle their own keys.
    if (event.target !== event.currentTarget) return;
    const command = commandFor(event);
    if (!command) return;
    event.preventDefault();
    command.run(annotator, event);
  };
  return { annotator, labels, onKeyDown };
}
