// Boxes by keyboard: around the words or the figure at the caret, then moved and resized by arrow keys.
import { rangeRects } from '@/features/viewer/model/token-page';
import type { KeyPress } from '@/lib/keymap';

import { isOrphan, type Annotation } from './model/annotation';
import { useAnnotatorState } from './model/annotator-store';
import { boxAfterKey, boxAround, isSameBox, rectOf, wordsInside, type PageBox } from './model/box';
import * as selections from './model/selection';
import { WordSelector, type SelectorOptions } from './word-selector';

export interface BoxOptions extends SelectorOptions {
  active: Annotation | undefined;
  editable: boolean;
  /** return the figures and tables of a page */
  figuresOn: (page: number) => Promise<PageBox[]>;
  onActivate: (uuid: string | undefined) => void;
}

const state = () => useAnnotatorState.getState();

/** A box in the middle of a page, to begin with. */
const inMiddle = (page: number): PageBox => ({ page, left: 0.3, top: 0.4, right: 0.7, bottom: 0.6 });

export class BoxSelector<Options extends BoxOptions> extends WordSelector<Options> {
  /** Select a box around the selection, else around the figure or the word at the caret; if there is one already, the next figure. */
  async drawBox(): Promise<void> {
    if (!this.options.editable) return;
    const before = state();
    const page = before.box?.page ?? before.selection?.head.page ?? this.options.currentPage;
    const figures = await this.options.figuresOn(page);
    if (before.resized || state().box !== before.box) return;
    const box = before.box ? this.nextFigure(before.box, figures) : (this.boxOfSelection(figures) ?? figures[0] ?? inMiddle(page));
    this.leaveActive();
    state().selectBox(box);
    state().setDrawing(true);
    this.options.stack.current?.reveal(page, rectOf(box));
  }

  private nextFigure(box: PageBox, figures: readonly PageBox[]): PageBox {
    const index = figures.findIndex((figure) => isSameBox(figure, box));
    return figures[(index + 1) % figures.length] ?? box;
  }

  private boxOfSelection(figures: readonly PageBox[]): PageBox | null {
    const { selection } = state();
    const tokens = selection && this.options.words.peek(selection.head.page);
    if (!selection || !tokens) return null;
    const { page, token } = selection.head;
    const around = figures.find((figure) => wordsInside(tokens, figure).some(({ first, last }) => first <= token && token <= last));
    if (around && selections.isCaret(selection)) return around;
    const ranges = selections.rangesOn(selections.spansOf(selection, this.options.words), page);
    return boxAround(
      page,
      ranges.flatMap((range) => rangeRects(tokens, range)),
    );
  }

  /** No annotation is selected while a new box is; except for one without a place, which gets the box. */
  leaveActive(): void {
    const { active, onActivate } = this.options;
    if (active && !isOrphan(active)) onActivate(undefined);
  }

  /** Handle a key while there is a box: arrows move and resize it. */
  boxKey(press: KeyPress): boolean {
    const { box, selectBox } = state();
    const moved = box && boxAfterKey(box, press);
    if (moved) {
      selectBox(moved);
      this.options.stack.current?.reveal(moved.page, rectOf(moved));
    } else if (box && (press.key === 'Delete' || press.key === 'Backspace')) this.clear();
    else return false;
    return true;
  }
}
