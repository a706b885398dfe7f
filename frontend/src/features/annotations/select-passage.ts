// What double and triple clicks select: a word, and its sentence.
import type { Span } from './model/annotation';
import { useAnnotatorState } from './model/annotator-store';
import { sentenceAround, type BlockReader } from './model/passages';
import { selectionOf, type Position, type Selection, type Words } from './model/selection';
import { readLoaded, readPages, type BlockLoader } from './block-loader';

/** Select the words of a passage, besides other parts. */
function selectSpans(spans: readonly Span[], words: Words, others: readonly Span[] | undefined): Selection | null {
  const selection = selectionOf(spans, words);
  const parts = others || selection?.parts ? [...(others ?? []), ...(selection?.parts ?? [])] : undefined;
  const selected = selection && { ...selection, isWord: true, ...(parts && { parts }) };
  useAnnotatorState.getState().select(selected);
  return selected;
}

/** Select a word, besides other parts. */
export function selectWord(loader: BlockLoader, { page, token }: Position, others: readonly Span[] | undefined): void {
  selectSpans([{ page, first: token, last: token }], loader.words, others);
  void loader.load(page); // a third click needs the paragraphs
}

/** Select the sentence around a word as far as its pages are loaded, and the whole one when they are. */
export async function selectSentence(loader: BlockLoader, position: Position, others: readonly Span[] | undefined): Promise<void> {
  const read = (reader: BlockReader) => sentenceAround(reader, position);
  const { result, missing } = readLoaded(loader, read);
  const chosen = selectSpans(result, loader.words, others);
  if (missing.length === 0) return;
  const spans = await readPages(loader, read);
  const isSame = JSON.stringify(spans) === JSON.stringify(result);
  if (!isSame && useAnnotatorState.getState().selection === chosen) selectSpans(spans, loader.words, others);
}
