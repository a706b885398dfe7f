// The choice of the source of a cell: words that are selected on the pages, with the pointer or by keyboard.
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

import { useAnnotatorState } from '@/features/annotations/model/annotator-store';
import { selectionCommandFor } from '@/features/annotations/model/commands';
import { spansOf } from '@/features/annotations/model/selection';
import { useBlocks } from '@/features/annotations/block-loader';
import { usePointerSelection } from '@/features/annotations/use-pointer-selection';
import { quoteOf, textRangeOf, type DocumentWords } from '@/features/annotations/use-words';
import { WordSelector } from '@/features/annotations/word-selector';
import { pageOfText, type PageInfo } from '@/features/viewer/model/layout';
import { tokensWithin } from '@/features/viewer/model/token-page';
import type { StackHandle } from '@/features/viewer/use-scroll';

/** A passage, and the words in it as the user sees them. */
export interface PickedSource {
  start: number;
  end: number;
  quote: string;
}

/** The choice of the source of a cell on its pages. */
export interface SourcePicking {
  /** the cell */
  cell: string;
  /** false: the source becomes the value, too */
  hasValue: boolean;
  /** the keyboard is on the pages */
  isActive: boolean;
  /** `asValue`: the words become the value as well */
  onPick: (source: PickedSource, asValue: boolean) => void;
  onLeave: () => void;
}

interface PickerOptions {
  documentId: string;
  version: string;
  pages: readonly PageInfo[];
  words: DocumentWords;
  stack: RefObject<StackHandle | null>;
  currentPage: number;
  /** the present source of the cell */
  source: { start: number; end: number } | null;
  picking: SourcePicking | undefined;
  /** the pages have been rendered */
  isReady: boolean;
}

const select = () => useAnnotatorState.getState().select;

/** Select the words of a passage. */
async function selectPassage({ start, end }: { start: number; end: number }, pages: readonly PageInfo[], words: DocumentWords): Promise<void> {
  const page = pageOfText(pages, start);
  const tokens = page === undefined ? undefined : await words.load(page);
  const range = tokens && tokensWithin(tokens, start, end);
  if (page !== undefined && range) select()({ anchor: { page, token: range.first }, head: { page, token: range.last } });
}

/** Return the passage that is selected; a caret selects its word. */
function usePicked(words: DocumentWords): PickedSource | null {
  const selection = useAnnotatorState((state) => state.selection);
  const range = selection && textRangeOf(selection, words);
  return range && selection && { ...range, quote: quoteOf(spansOf(selection, words), words) };
}

/** Return the passage that the user has selected, and the handlers of pointer and keys for the pages. */
export function useSourcePicker({ documentId, version, pages, words, stack, currentPage, source, picking, isReady }: PickerOptions) {
  const surface = useRef<HTMLDivElement>(null);
  const loader = useBlocks(documentId, version, words);
  const context = { words, stack, currentPage, loader };
  const [selector] = useState(() => new WordSelector(context));
  useEffect(() => selector.update(context));
  useEffect(() => {
    useAnnotatorState.getState().open(`source/${documentId}`);
    return () => select()(null);
  }, [documentId]);
  useEffect(() => select()(null), [picking?.cell, source]);
  const isActive = isReady && (picking?.isActive ?? false);
  useEffect(() => {
    if (!isActive) return;
    surface.current?.focus({ preventScroll: true });
    if (source) void selectPassage(source, pages, words);
    // oxlint-disable-next-line react/exhaustive-deps -- when the user begins to choose
  }, [isActive]);
  const pointer = usePointerSelection({ loader, onTap: () => undefined });
  const picked = usePicked(words);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || !picking) return;
    if (event.key === 'Enter' && picked) {
      event.preventDefault();
      return picking.onPick(picked, event.shiftKey);
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      selector.clear();
      return picking.onLeave();
    }
    const command = selectionCommandFor(event);
    if (!command) return;
    event.preventDefault();
    command.run(selector, event);
  };
  return { surface, picked, handlers: picking ? { onKeyDown, ...pointer } : {} };
}
