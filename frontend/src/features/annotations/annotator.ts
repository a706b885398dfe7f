// The actions on the pages of a document, for keys, pointer and buttons: add and remove annotations, undo.
import { t } from '@lingui/core/macro';

import type { PageInfo } from '@/features/viewer/model/layout';
import { nextHue } from '@/lib/label-hues';
import { showToast } from '@/lib/toasts';
import type { UserName } from '@/lib/users';

import { BoxSelector, type BoxOptions } from './box-selector';
import { annotationAt, annotationsAt, boxesAt, covers, isOrphan, isSamePassage, isSuggestion, newAnnotation, nextSuggestion, type Annotation, type Label, type Span } from './model/annotation';
import { useAnnotatorState } from './model/annotator-store';
import { isSameBox, wordsInside, type PageBox } from './model/box';
import type { Actions } from './model/commands';
import * as selections from './model/selection';
import { spansOf, type Words } from './model/selection';
import type { AnnotationEdits } from './use-annotation-edits';
import { isSameTarget, type Target } from './use-pointer-selection';
import { quoteOf } from './use-words';

// The place that the user has selected: words or a box.

/** The place of an annotation, as its fields. */
type Place = Pick<Annotation, 'page' | 'spans' | 'quote' | 'box'>;

function placeOfBox(box: PageBox, words: Words): Place {
  const tokens = words.peek(box.page);
  const spans = tokens ? wordsInside(tokens, box).map((range) => ({ page: box.page, ...range })) : [];
  return { page: box.page, spans, quote: quoteOf(spans, words, ' '), box };
}

/** Return the place of a passage; null without words. */
function placeOfSpans(spans: readonly Span[], words: Words): Place | null {
  return spans[0] ? { page: spans[0].page, spans, quote: quoteOf(spans, words), box: null } : null;
}

/** Return what is selected: a box or words. */
function selectedPlace(words: Words): Place | null {
  const { box, selection } = useAnnotatorState.getState();
  if (box) return placeOfBox(box, words);
  return selection && placeOfSpans(spansOf(selection, words), words);
}

const isSamePlace = (one: Place, other: Place) => isSameBox(one.box, other.box) && (one.box !== null || isSamePassage(one.spans, other.spans));

export interface AnnotatorOptions extends Omit<BoxOptions, 'loader' | 'figuresOn'> {
  documentId: string;
  corpusId: string;
  version: string;
  pages: readonly PageInfo[];
  annotations: readonly Annotation[];
  me: UserName | null;
  /** whether the user may change and remove an annotation: their own ones, and others with permission to edit the corpus */
  removable: (annotation: Pick<Annotation, 'creator' | 'review'>) => boolean;
  edits: AnnotationEdits;
}

const state = () => useAnnotatorState.getState();

interface AnnotatorContext extends AnnotatorOptions, BoxOptions {
  labels: readonly Label[];
}

export class Annotator extends BoxSelector<AnnotatorContext> implements Actions {
  private lastTap: Target | null = null;

  applyLabel(index: number): void {
    const label = this.options.labels[index];
    if (label) this.annotate(label);
  }

  /** The selected annotation, unless words beside it are selected. */
  private get target(): Annotation | undefined {
    const { box, resized, selection } = state();
    return box ? (resized ?? undefined) : selections.selectedAnnotation(this.options.active, selection);
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
    const place = selectedPlace(this.options.words);
    const annotation = place && newAnnotation({ label, spans: place.spans, quote: place.quote, box: place.box, creator: this.options.me });
    if (!annotation) return;
    this.options.edits.add(annotation);
    state().setDrawing(false);
    const end = state().selection;
    state().select(end && selections.caretAt(selections.ordered(end)[1]));
  }

  private relabel(annotation: Annotation, label: Label): void {
    state().setPicking(false);
    if (annotation.label.name !== label.name && this.mayChange(annotation)) this.options.edits.change(annotation, { label });
  }

  private mayChange(annotation: Annotation): boolean {
    const may = this.options.editable && this.options.removable(annotation);
    if (!may) showToast({ text: t`Only its creator and editors of the corpus can change this annotation.` });
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
    const { resized, selection, box } = state();
    if (resized) this.saveEnds();
    else if (this.options.editable && (selection || box || this.options.active)) state().setPicking(true);
  }

  /** Select the words or the box of the selected annotation, to give them another label as well. */
  addLabel(annotation: Annotation): void {
    if (annotation.box) state().selectBox(annotation.box);
    else state().select(selections.selectionOf(annotation.spans, this.options.words));
    state().setPicking(true);
  }

  get currentAnnotation(): Annotation | undefined {
    const head = state().selection?.head;
    return this.target ?? (head && annotationAt(this.options.annotations, head.page, head.token)) ?? this.options.active;
  }

  /** Select the annotation at the caret; if one is selected already, the next one there. */
  activateNext(): void {
    const { active, annotations } = this.options;
    const head = state().selection?.head;
    if (head) this.activateOne(annotationsAt(annotations, head.page, head.token), true);
    else if (active) this.activateOne(this.overlapping(active), true);
  }

  private activateOne(here: readonly Annotation[], again: boolean): void {
    // One without a place stays selected, to be placed here.
    if (here.length === 0 && this.options.active && isOrphan(this.options.active)) return;
    const index = again ? here.findIndex(({ uuid }) => uuid === this.options.active?.uuid) : -1;
    this.options.onActivate(here[(index + 1) % here.length]?.uuid);
  }

  /** Return the annotations at a point: those of the word, if it is on one, before boxes around it. */
  private annotationsHere({ position, onWord, point }: Target): Annotation[] {
    const { annotations } = this.options;
    const ofWord = position ? annotationsAt(annotations, position.page, position.token) : [];
    const boxes = point ? boxesAt(annotations, point) : [];
    return [...new Set(onWord ? [...ofWord, ...boxes] : [...boxes, ...ofWord])];
  }

  /** The annotations at the selected one that a further click selects. */
  overlapping(annotation: Annotation): readonly Annotation[] {
    const { selection } = state();
    const [span] = annotation.spans;
    const clicked = this.lastTap && this.annotationsHere(this.lastTap);
    if (!selection && clicked?.includes(annotation)) return clicked;
    const place = selection && covers(annotation, selection.head.page, selection.head.token) ? selection.head : span && { page: span.page, token: span.first };
    return place ? annotationsAt(this.options.annotations, place.page, place.token) : [annotation];
  }

  /** Check whether the place of an annotation can be changed: it has one, and no program has made it. */
  isResizable(annotation: Annotation): boolean {
    return !isOrphan(annotation) && annotation.source === 'HUMAN' && this.options.editable && this.options.removable(annotation);
  }

  /** Save these words as the passage of an annotation. */
  saveWords(annotation: Annotation, spans: readonly Span[]): void {
    const place = placeOfSpans(spans, this.options.words);
    if (place && this.mayChange(annotation)) this.options.edits.change(annotation, { ...place, confidence: 1 });
  }

  /** Show the relations of the annotations under the pointer, if it is on the pages; return their labels, for the tooltip. */
  hover(target: Target | null): string {
    const here = target ? this.annotationsHere(target.onWord ? target : { ...target, position: null }) : [];
    if (state().hovered !== here[0]?.uuid) state().setHovered(here[0]?.uuid);
    return here.map((each) => [isSuggestion(each) ? t`${each.label.name} (suggested)` : each.label.name, ...(each.note ? [each.note] : [])].join(': ')).join('\n');
  }

  /** Start to change the passage or the box of an annotation: it becomes the selection, and Enter saves the new one. */
  changeEnds(): void {
    const annotation = this.currentAnnotation;
    if (annotation?.box) return this.changeBox(annotation, annotation.box);
    const passage = annotation && selections.selectionOf(annotation.spans, this.options.words);
    if (!passage || !this.isResizable(annotation)) return;
    this.options.onActivate(annotation.uuid);
    state().resize(annotation, passage);
  }

  /** Start to move and resize the box of an annotation. */
  changeBox(annotation: Annotation, box: PageBox): void {
    if (!this.isResizable(annotation)) return;
    this.options.onActivate(annotation.uuid);
    state().resizeBox(annotation, box);
  }

  /** Start to drag an end of the selected annotation. Returns the other end, which stays. */
  dragEnd(side: 'start' | 'end'): selections.Position | null {
    const { active } = this.options;
    const passage = active && !active.box && selections.selectionOf(active.spans, this.options.words);
    if (!passage) return null;
    const [fixed, moved] = side === 'start' ? [passage.head, passage.anchor] : [passage.anchor, passage.head];
    state().resize(active, { anchor: fixed, head: moved });
    return fixed;
  }

  /** Save the selection as the place of the annotation whose ends or box are being changed. */
  saveEnds(): void {
    const { resized, selection, endResize, select } = state();
    const place = selectedPlace(this.options.words);
    endResize();
    if (!resized || !place) return;
    // It may have got another label meanwhile.
    const before = this.options.annotations.find(({ uuid }) => uuid === resized.uuid) ?? resized;
    if (!isSamePlace(place, before)) this.options.edits.change(before, { ...place, confidence: 1 });
    select(selection && selections.caretAt(selections.ordered(selection)[1]));
  }

  /** Record that a moved annotation is in the right place. */
  confirm(annotation: Annotation): void {
    if (this.mayChange(annotation)) this.options.edits.change(annotation, { confidence: 1 });
  }

  /** Move an annotation without a place to the selected words or the box. */
  moveHere(annotation: Annotation): void {
    const { selection, box } = state();
    if (!this.mayChange(annotation)) return;
    if (box) state().resizeBox(annotation, box);
    else if (selection) state().resize(annotation, selection);
    this.saveEnds();
  }

  editNote(): void {
    const annotation = this.currentAnnotation;
    if (annotation && this.mayChange(annotation)) state().setNoted(annotation);
  }

  /** Start to relate the selected annotation: the one that is selected next is the other one. */
  relate(): void {
    const { target } = this;
    if (target && this.options.editable) state().setRelated(target);
  }

  /** Look for passages equal to that of the selected annotation, to give them its label. */
  labelEqual(): void {
    const annotation = this.currentAnnotation;
    if (annotation && this.options.editable && selections.isRepeatable(annotation, this.options.words)) state().setRepeated(annotation);
  }

  remove(): void {
    const annotation = this.currentAnnotation;
    if (!annotation || !this.mayChange(annotation)) return;
    this.options.edits.remove(annotation);
    this.options.onActivate(undefined);
  }

  /** The selected suggestion, if the user may review it. */
  get suggestion(): Annotation | undefined {
    const { target } = this;
    return target && isSuggestion(target) && this.options.editable && !state().resized ? target : undefined;
  }

  accept(): void {
    this.review('ACCEPTED');
  }

  reject(): void {
    this.review('REJECTED');
  }

  private review(to: 'ACCEPTED' | 'REJECTED'): void {
    const { suggestion } = this;
    if (!suggestion) return;
    const next = nextSuggestion(this.options.annotations, suggestion);
    this.options.edits.review([suggestion], to);
    if (next || to === 'REJECTED') this.goTo(next);
  }

  goToSuggestion(): void {
    const next = nextSuggestion(this.options.annotations, this.options.active);
    if (next) this.goTo(next);
  }

  private goTo(annotation: Annotation | undefined): void {
    const span = annotation?.box ? undefined : annotation?.spans[0];
    state().select(span ? selections.caretAt({ page: span.page, token: span.first }) : null);
    this.options.onActivate(annotation?.uuid);
  }

  undo(): void {
    this.options.edits.undo();
  }

  redo(): void {
    this.options.edits.redo();
  }

  override clear(): void {
    const { resized, box, drawing, related, endResize, setDrawing, setRelated } = state();
    if (related) return setRelated(null);
    super.clear();
    setDrawing(false);
    if (resized) endResize();
    else if (!box && !drawing) this.options.onActivate(undefined);
  }

  /** Activate the annotation at a position, a second time the next one there; clear the selection if the click was in the margin. */
  tap(target: Target): void {
    const again = this.lastTap !== null && isSameTarget(target, this.lastTap);
    this.lastTap = target;
    const here = this.annotationsHere(target);
    const { position } = target;
    if (!position && here.length === 0) return this.clear();
    // The caret would be on a word beside the box.
    if (here.some((each) => each.box && !(position && covers(each, position.page, position.token)))) state().select(null);
    this.activateOne(here, again);
  }
}
