// The actions on the pages of a document, for keys, pointer and buttons: add and remove annotations, undo.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent } from 'react';

import { copyText } from '@/lib/clipboard';
import { nextHue } from '@/lib/label-hues';
import type { UserName } from '@/lib/users';
import { showToast } from '@/lib/toasts';

import { labelsOptions } from './api/list-labels';
import { annotationAt, annotationsAt, covers, isOrphan, isSamePassage, newAnnotation, type Annotation, type Label } from './model/annotation';
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
  /** whether the user may change and remove an annotation: their own ones, and others with permission to edit the corpus */
  removable: (annotation: Annotation) => boolean;
  edits: AnnotationEdits;
  onActivate: (uuid: string | undefined) => void;
}

const state = () => useAnnotatorState.getState();

function draftAnnotation(label: Label, { words, me }: AnnotatorOptions): Annotation | null {
  const { selection } = state();
  const spans = selection ? selections.spansOf(selection, words) : [];
  return newAnnotation({ label, spans, quote: quoteOf(spans, words), creator: me });
}

interface AnnotatorContext extends AnnotatorOptions, SelectorOptions {
  labels: readonly Label[];
}

class Annotator extends WordSelector<AnnotatorContext> implements Actions {
  private lastTap: selections.Position | null = null;

  applyLabel(index: number): void {
    const label = this.options.labels[index];
    if (label) this.annotate(label);
  }

  /** The selected annotation, unless words beside it are selected. */
  private get target(): Annotation | undefined {
    return selections.selectedAnnotation(this.options.active, state().selection);
  }

  /** Label the selected words, or give the selected annotation another label. */
  annotate(label: Label): void {
    if (!this.options.editable) return;
    state().setLastLabel(label);
    const { target } = this;
    if (target) this.relabel(target, label);
    else this.create(label);
  }

  private create(label: Label): void {
    const annotation = draftAnnotation(label, this.options);
    if (!annotation) return;
    this.options.edits.add(annotation);
    const end = state().selection;
    state().select(end && selections.caretAt(selections.ordered(end)[1]));
  }

  private relabel(annotation: Annotation, label: Label): void {
    state().setPicking(false);
    if (annotation.label.name !== label.name && this.mayChange(annotation)) this.options.edits.change(annotation, { label });
  }

  private mayChange(annotation: Annotation): boolean {
    const may = this.options.editable && this.options.removable(annotation);
    if (!may) showToast({ text: 'Only its creator and editors of the corpus can change this annotation.' });
    return may;
  }

  createLabel(name: string): void {
    this.annotate({ id: '', name, color: nextHue(this.options.labels.map((label) => label.color)) });
  }

  repeatLabel(): void {
    const { lastLabel } = state();
    const label = lastLabel && this.options.labels.find(({ name }) => name === lastLabel.name);
    if (label) this.annotate(label);
  }

  /** Choose a label for the selection or the selected annotation; save the passage that is being changed. */
  pickLabel(): void {
    const { resized, selection } = state();
    if (resized) this.saveEnds();
    else if (this.options.editable && (selection || this.options.active)) state().setPicking(true);
  }

  /** Select the words of the selected annotation, to give them another label as well. */
  addLabel(annotation: Annotation): void {
    state().select(selections.selectionOf(annotation.spans));
    state().setPicking(true);
  }

  private get currentAnnotation(): Annotation | undefined {
    const head = state().selection?.head;
    return this.target ?? (head && annotationAt(this.options.annotations, head.page, head.token)) ?? this.options.active;
  }

  /** Select the annotation at the caret; if one is selected already, the next one there. */
  activateNext(): void {
    const head = state().selection?.head;
    if (head) this.activateAt(head, true);
  }

  private activateAt({ page, token }: selections.Position, again: boolean): void {
    const here = annotationsAt(this.options.annotations, page, token);
    // One without a place stays selected, to be placed here.
    if (here.length === 0 && this.options.active && isOrphan(this.options.active)) return;
    const index = again ? here.findIndex(({ uuid }) => uuid === this.options.active?.uuid) : -1;
    this.options.onActivate(here[(index + 1) % here.length]?.uuid);
  }

  /** The annotations at the selected one that a further click selects. */
  overlapping(annotation: Annotation): readonly Annotation[] {
    const { selection } = state();
    const [span] = annotation.spans;
    const place = selection && covers(annotation, selection.head.page, selection.head.token) ? selection.head : span && { page: span.page, token: span.first };
    return place ? annotationsAt(this.options.annotations, place.page, place.token) : [annotation];
  }

  /** Check whether the ends of an annotation can be moved: its passage has no gaps, and no program has made it. */
  isResizable(annotation: Annotation): boolean {
    const passage = selections.selectionOf(annotation.spans);
    const isWhole = passage !== null && isSamePassage(annotation.spans, selections.spansOf(passage, this.options.words));
    return isWhole && annotation.source === 'HUMAN' && this.options.editable && this.options.removable(annotation);
  }

  /** Return the labels of a word, for its tooltip. */
  describe({ page, token }: selections.Position): string {
    return annotationsAt(this.options.annotations, page, token)
      .map(({ label, note }) => (note ? `${label.name}: ${note}` : label.name))
      .join('\n');
  }

  /** Start to change the passage of an annotation: its words become the selection, and Enter saves the new one. */
  changeEnds(): void {
    const annotation = this.currentAnnotation;
    const passage = annotation && selections.selectionOf(annotation.spans);
    if (!passage || !this.isResizable(annotation)) return;
    this.options.onActivate(annotation.uuid);
    state().resize(annotation, passage);
  }

  /** Start to drag an end of the selected annotation. Returns the other end, which stays. */
  dragEnd(side: 'start' | 'end'): selections.Position | null {
    const { active } = this.options;
    const passage = active && selections.selectionOf(active.spans);
    if (!passage) return null;
    const [fixed, moved] = side === 'start' ? [passage.head, passage.anchor] : [passage.anchor, passage.head];
    state().resize(active, { anchor: fixed, head: moved });
    return fixed;
  }

  /** Save the selection as the passage of the annotation whose ends are being changed. */
  saveEnds(): void {
    const { resized, selection, endResize, select } = state();
    endResize();
    if (!resized || !selection) return;
    const spans = selections.spansOf(selection, this.options.words);
    const page = spans[0]?.page;
    if (page !== undefined && !isSamePassage(spans, resized.spans)) {
      this.options.edits.change(resized, { spans, page, quote: quoteOf(spans, this.options.words), confidence: 1 });
    }
    select(selections.caretAt(selections.ordered(selection)[1]));
  }

  /** Record that a moved annotation is in the right place. */
  confirm(annotation: Annotation): void {
    if (this.mayChange(annotation)) this.options.edits.change(annotation, { confidence: 1 });
  }

  /** Move an annotation without a place to the selected words. */
  moveHere(annotation: Annotation): void {
    const { selection } = state();
    if (!selection || !this.mayChange(annotation)) return;
    state().resize(annotation, selection);
    this.saveEnds();
  }

  editNote(): void {
    const annotation = this.currentAnnotation;
    if (annotation && !annotation.pending && this.mayChange(annotation)) state().setNoted(annotation);
  }

  remove(): void {
    const annotation = this.currentAnnotation;
    if (!annotation || !this.mayChange(annotation)) return;
    this.options.edits.remove(annotation);
    this.options.onActivate(undefined);
  }

  async copyLink({ uuid }: Annotation): Promise<void> {
    const { documentId, corpusId } = this.options;
    await copyText(`${location.origin}/d/${documentId}?c=${corpusId}&a=${uuid}`);
    showToast({ text: 'Link copied.' });
  }

  undo(): void {
    this.options.edits.undo();
  }

  redo(): void {
    this.options.edits.redo();
  }

  override clear(): void {
    const { resized, endResize } = state();
    super.clear();
    if (resized) endResize();
    else this.options.onActivate(undefined);
  }

  /** Activate the annotation at a position, a second time the next one there; clear the selection if the click was in the margin. */
  tap(position: selections.Position | null): void {
    const again = position !== null && this.lastTap !== null && selections.comparePositions(position, this.lastTap) === 0;
    this.lastTap = position;
    if (position) this.activateAt(position, again);
    else this.clear();
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
