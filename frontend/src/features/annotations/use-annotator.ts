// Brings selection, labels, edits and the page together: every action that a key, the pointer or a button can ask for.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';

import { pageStructureOptions } from '@/features/viewer/api/structure';
import { rangeRects, tokensWithin, type TokenRange } from '@/features/viewer/model/token-page';
import type { StackHandle } from '@/features/viewer/use-scroll';
import { copyText } from '@/lib/clipboard';
import { nextHue } from '@/lib/label-hues';
import type { Named } from '@/lib/people';
import { showToast } from '@/lib/toasts';
import { uuidv7 } from '@/lib/uuid';

import { labelsOptions } from './api/list-labels';
import { annotationAt, type Annotation, type Label } from './model/annotation';
import { commandFor, type Actions } from './model/commands';
import { useGestures } from './model/gesture-store';
import * as moves from './model/selection';
import type { AnnotationEdits } from './use-annotation-edits';
import { fullTextOf, quoteOf, type DocumentWords } from './use-words';

export interface AnnotatorOptions {
  documentId: string;
  corpusId: string;
  version: string;
  words: DocumentWords;
  annotations: readonly Annotation[];
  lit: Annotation | undefined;
  editable: boolean;
  me: Named | null;
  /** one's own, or anybody's for those who may edit the corpus */
  removable: (annotation: Annotation) => boolean;
  edits: AnnotationEdits;
  stack: RefObject<StackHandle | null>;
  onLight: (uuid: string | undefined) => void;
  /** where a reader without a caret starts */
  currentPage: number;
}

const gestures = () => useGestures.getState();

function draftAnnotation(label: Label, options: AnnotatorOptions): Annotation | null {
  const { selection } = gestures();
  const spans = selection ? moves.spansOf(selection, options.words) : [];
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

function reveal({ stack, words }: AnnotatorOptions, { page, token }: moves.Position): void {
  const tokens = words.peek(page);
  const [rect] = tokens ? rangeRects(tokens, { first: token, last: token }) : [];
  if (rect) stack.current?.reveal(page, rect);
  else stack.current?.goToPage(page);
}

/** The caret, put at the start of the current page when there is none. */
const startOf = ({ currentPage }: AnnotatorOptions): moves.Position => ({ page: currentPage, token: 0 });

interface Situation extends AnnotatorOptions {
  labels: readonly Label[];
  structureOf: (page: number) => Promise<TokenRange[]>;
}

class Annotator implements Actions {
  private options: Situation;

  constructor(options: Situation) {
    this.options = options;
  }

  /** Called after every drawing with what is true now. */
  attend(options: Situation): void {
    this.options = options;
  }

  private moveTo(position: moves.Position, extend: boolean): void {
    const { selection, select } = gestures();
    select(extend && selection ? { anchor: selection.anchor, head: position } : moves.caretAt(position));
    reveal(this.options, position);
  }

  moveWord(direction: 1 | -1, extend: boolean): void {
    const head = gestures().selection?.head;
    this.moveTo(head ? moves.stepWord(head, direction, this.options.words) : startOf(this.options), extend);
  }

  async moveLine(direction: 1 | -1, extend: boolean): Promise<void> {
    const { words } = this.options;
    const head = gestures().selection?.head;
    if (!head) return this.moveTo(startOf(this.options), extend);
    const missing = moves.missingForLineStep(head, direction, words);
    if (missing !== null) await words.load(missing);
    this.moveTo(moves.stepLine(head, direction, words), extend);
  }

  moveToLineEnd(side: 'first' | 'last', extend: boolean): void {
    const head = gestures().selection?.head;
    if (head) this.moveTo(moves.lineEnd(head, side, this.options.words), extend);
  }

  movePage(direction: 1 | -1): void {
    const { words, currentPage, stack } = this.options;
    const page = Math.min(words.pageCount, Math.max(1, (gestures().selection?.head.page ?? currentPage) + direction));
    if (words.countOn(page) > 0) this.moveTo({ page, token: 0 }, false);
    stack.current?.goToPage(page);
  }

  async expand(): Promise<void> {
    const { words } = this.options;
    const selection = gestures().selection ?? moves.caretAt(startOf(this.options));
    const [start, end] = moves.ordered(selection);
    const tokens = await words.load(start.page);
    if (!tokens || start.page !== end.page) return;
    const structure = await this.options.structureOf(start.page);
    const range = moves.expandRange(tokens, { first: start.token, last: end.token }, structure);
    if (range) gestures().select({ anchor: { page: start.page, token: range.first }, head: { page: start.page, token: range.last } });
  }

  applyLabel(index: number): void {
    const label = this.options.labels[index];
    if (label) this.annotate(label);
  }

  /** Labels the selection; nothing selected, nothing done. */
  annotate(label: Label): void {
    const annotation = this.options.editable && draftAnnotation(label, this.options);
    if (!annotation) return;
    this.options.edits.add(annotation);
    const end = gestures().selection;
    gestures().select(end && moves.caretAt(moves.ordered(end)[1]));
  }

  createLabel(name: string): void {
    this.annotate({ id: '', name, color: nextHue(this.options.labels.length) });
  }

  pickLabel(): void {
    if (this.options.editable && gestures().selection) gestures().setPicking(true);
  }

  private underCaret(): Annotation | undefined {
    const head = gestures().selection?.head;
    const here = head && annotationAt(this.options.annotations, head.page, head.token);
    return here ?? this.options.lit;
  }

  remove(): void {
    const annotation = this.options.editable ? this.underCaret() : undefined;
    if (!annotation) return;
    if (!this.options.removable(annotation)) {
      showToast({ text: 'Somebody else made this annotation. Only they, and editors of the corpus, can remove it.' });
      return;
    }
    this.options.edits.remove(annotation);
    this.options.onLight(undefined);
  }

  undo(): void {
    this.options.edits.undo();
  }

  redo(): void {
    this.options.edits.redo();
  }

  async copy(): Promise<void> {
    const { selection } = gestures();
    if (!selection) return;
    await copyText(await fullTextOf(moves.spansOf(selection, this.options.words), this.options.words));
    showToast({ text: 'Copied the selected text.' });
  }

  clear(): void {
    gestures().select(null);
    this.options.onLight(undefined);
  }

  /** A click: on an annotation it lights it, elsewhere it sets the caret, in the margin it clears. */
  tap(position: moves.Position | null): void {
    if (!position) return this.clear();
    this.options.onLight(annotationAt(this.options.annotations, position.page, position.token)?.uuid);
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
  const situation = { ...options, labels, structureOf };
  const [annotator] = useState(() => new Annotator(situation));
  useEffect(() => annotator.attend(situation));
  useEffect(() => gestures().open(`${documentId}/${corpusId}`), [documentId, corpusId]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Only the pages' own keys: buttons and fields that float over them keep theirs.
    if (event.target !== event.currentTarget) return;
    const command = commandFor(event);
    if (!command) return;
    event.preventDefault();
    command.run(annotator, event);
  };
  return { annotator, labels, onKeyDown };
}
