// The actions on the pages of a document, for keys, pointer and buttons: select words, add and remove annotations, undo.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';

import { pageStructureOptions } from '@/features/viewer/api/structure';
import { rangeRects, tokensWithin, type TokenRange } from '@/features/viewer/model/token-page';
import type { StackHandle } from '@/features/viewer/use-scroll';
import { copyText } from '@/lib/clipboard';
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
import { fullTextOf, quoteOf, type DocumentWords } from './use-words';

export interface AnnotatorOptions {
  documentId: string;
  corpusId: string;
  version: string;
  words: DocumentWords;
  annotations: readonly Annotation[];
  active: Annotation | undefined;
  editable: boolean;
  me: UserName | null;
  /** whether the user may remove an annotation: their own ones, and others with permission to edit the corpus */
  removable: (annotation: Annotation) => boolean;
  edits: AnnotationEdits;
  stack: RefObject<StackHandle | null>;
  onActivate: (uuid: string | undefined) => void;
  /** where keyboard navigation starts without a caret */
  currentPage: number;
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

function reveal({ stack, words }: AnnotatorOptions, { page, token }: selections.Position): void {
  const tokens = words.peek(page);
  const [rect] = tokens ? rangeRects(tokens, { first: token, last: token }) : [];
  if (rect) stack.current?.reveal(page, rect);
  else stack.current?.goToPage(page);
}

/** Return where the caret starts: at the first word of the current page. */
const startOf = ({ currentPage }: AnnotatorOptions): selections.Position => ({ page: currentPage, token: 0 });

interface AnnotatorContext extends AnnotatorOptions {
  labels: readonly Label[];
  structureOf: (page: number) => Promise<TokenRange[]>;
}

class Annotator implements Actions {
  private options: AnnotatorContext;

  constructor(options: AnnotatorContext) {
    this.options = options;
  }

  /** Set the current options; called after every rendering. */
  update(options: AnnotatorContext): void {
    this.options = options;
  }

  private moveTo(position: selections.Position, extend: boolean): void {
    const { selection, select } = state();
    select(extend && selection ? { anchor: selection.anchor, head: position } : selections.caretAt(position));
    reveal(this.options, position);
  }

  moveWord(direction: 1 | -1, extend: boolean): void {
    const head = state().selection?.head;
    this.moveTo(head ? selections.stepWord(head, direction, this.options.words) : startOf(this.options), extend);
  }

  async moveLine(direction: 1 | -1, extend: boolean): Promise<void> {
    const { words } = this.options;
    const head = state().selection?.head;
    if (!head) return this.moveTo(startOf(this.options), extend);
    const missing = selections.missingForLineStep(head, direction, words);
    if (missing !== null) await words.load(missing);
    this.moveTo(selections.stepLine(head, direction, words), extend);
  }

  moveToLineEnd(side: 'first' | 'last', extend: boolean): void {
    const head = state().selection?.head;
    if (head) this.moveTo(selections.lineEnd(head, side, this.options.words), extend);
  }

  movePage(direction: 1 | -1): void {
    const { words, currentPage, stack } = this.options;
    const page = Math.min(words.pageCount, Math.max(1, (state().selection?.head.page ?? currentPage) + direction));
    if (words.countOn(page) > 0) this.moveTo({ page, token: 0 }, false);
    stack.current?.goToPage(page);
  }

  async expand(): Promise<void> {
    const { words } = this.options;
    const selection = state().selection ?? selections.caretAt(startOf(this.options));
    const [start, end] = selections.ordered(selection);
    const tokens = await words.load(start.page);
    if (!tokens || start.page !== end.page) return;
    const structure = await this.options.structureOf(start.page);
    const range = selections.expandRange(tokens, { first: start.token, last: end.token }, structure);
    if (range) state().select({ anchor: { page: start.page, token: range.first }, head: { page: start.page, token: range.last } });
  }

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

  async copy(): Promise<void> {
    const { selection } = state();
    if (!selection) return;
    await copyText(await fullTextOf(selections.spansOf(selection, this.options.words), this.options.words));
    showToast({ text: 'Text copied.' });
  }

  clear(): void {
    state().select(null);
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
  const queryClient = useQueryClient();
  const { documentId, corpusId, version, words } = options;
  const { data: labels = [] } = useQuery(labelsOptions(corpusId));
  const structureOf = async (page: number) => {
    const items = await queryClient.fetchQuery(pageStructureOptions(documentId, version, page));
    const tokens = words.peek(page);
    return items.flatMap(({ start, end }) => (tokens && tokensWithin(tokens, start, end)) ?? []);
  };
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
