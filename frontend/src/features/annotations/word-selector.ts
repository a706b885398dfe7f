// Selection of words on the pages of a document, as keys move and extend it.
import { t } from '@lingui/core/macro';
import type { RefObject } from 'react';

import { rangeRects } from '@/features/viewer/model/token-page';
import type { StackHandle } from '@/features/viewer/use-scroll';
import { copyText } from '@/lib/clipboard';
import { showToast } from '@/lib/toasts';

import type { Annotation } from './model/annotation';
import { useAnnotatorState } from './model/annotator-store';
import { expandSelection } from './model/passages';
import * as selections from './model/selection';
import { readPages, type BlockLoader } from './block-loader';
import { fullTextOf, type DocumentWords } from './use-words';

export interface SelectorOptions {
  words: DocumentWords;
  stack: RefObject<StackHandle | null>;
  /** where keyboard navigation starts without a caret */
  currentPage: number;
  /** the selected annotation */
  active?: Pick<Annotation, 'spans'> | undefined;
  loader: BlockLoader;
}

const state = () => useAnnotatorState.getState();

function reveal({ stack, words }: SelectorOptions, { page, token }: selections.Position): void {
  const tokens = words.peek(page);
  const [rect] = tokens ? rangeRects(tokens, { first: token, last: token }) : [];
  if (rect) stack.current?.reveal(page, rect);
  else stack.current?.goToPage(page);
}

/** An expansion of the selection, which can be undone. */
interface Expansion {
  from: selections.Selection;
  to: selections.Selection;
}

export class WordSelector<Options extends SelectorOptions = SelectorOptions> {
  protected options: Options;
  private expansions: Expansion[] = [];

  constructor(options: Options) {
    this.options = options;
  }

  /** Set the current options; called after every rendering. */
  update(options: Options): void {
    this.options = options;
  }

  /** Return where the caret starts: at the selected annotation, if it is on the current page, or else at the first word of the page. */
  private get start(): selections.Position {
    const { active, currentPage } = this.options;
    return { page: currentPage, token: active?.spans.find(({ page }) => page === currentPage)?.first ?? 0 };
  }

  private moveTo(position: selections.Position, extend: boolean): void {
    const { selection, select } = state();
    select(extend && selection ? selections.extendTo(selection, position) : selections.caretBeside(selection, position, this.options.words));
    reveal(this.options, position);
  }

  moveWord(direction: 1 | -1, extend: boolean): void {
    const head = state().selection?.head;
    this.moveTo(head ? selections.stepWord(head, direction, this.options.words) : this.start, extend);
  }

  async moveLine(direction: 1 | -1, extend: boolean): Promise<void> {
    const { words } = this.options;
    const head = state().selection?.head;
    if (!head) return this.moveTo(this.start, extend);
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
    const before = state().selection;
    const selection = before ?? selections.caretAt(this.start);
    const to = await readPages(this.options.loader, (reader) => expandSelection(reader, selection));
    if (!to || state().selection !== before) return;
    if (this.expansions.at(-1)?.to !== before) this.expansions = [];
    this.expansions.push({ from: selection, to });
    state().select(to);
  }

  /** Keep the selected words as a part of a passage with gaps, and go on with the next one; at a part, remove it. */
  togglePart(): void {
    const { selection, select } = state();
    if (selection) select(selections.togglePart(selection, this.options.words));
  }

  /** Undo the last expansion, unless the selection has changed since. */
  shrink(): void {
    const last = this.expansions.pop();
    if (last && last.to === state().selection) state().select(last.from);
  }

  async copy(): Promise<void> {
    const { selection } = state();
    if (!selection) return;
    await copyText(await fullTextOf(selections.spansOf(selection, this.options.words), this.options.words));
    showToast({ text: t`Text copied.` });
  }

  clear(): void {
    state().select(null);
  }
}
