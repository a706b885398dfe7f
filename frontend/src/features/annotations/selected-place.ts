// The place that the user has selected: words or a box.
import { isSamePassage, type Annotation, type Span } from './model/annotation';
import { useAnnotatorState } from './model/annotator-store';
import { isSameBox, wordsInside, type PageBox } from './model/box';
import { spansOf, type Words } from './model/selection';
import { quoteOf } from './use-words';

/** The place of an annotation, as its fields. */
type Place = Pick<Annotation, 'page' | 'spans' | 'quote' | 'box'>;

function placeOfBox(box: PageBox, words: Words): Place {
  const tokens = words.peek(box.page);
  const spans = tokens ? wordsInside(tokens, box).map((range) => ({ page: box.page, ...range })) : [];
  return { page: box.page, spans, quote: quoteOf(spans, words, ' '), box };
}

/** Return the place of a passage; null without words. */
export function placeOfSpans(spans: readonly Span[], words: Words): Place | null {
  return spans[0] ? { page: spans[0].page, spans, quote: quoteOf(spans, words), box: null } : null;
}

/** Return what is selected: a box or words. */
export function selectedPlace(words: Words): Place | null {
  const { box, selection } = useAnnotatorState.getState();
  if (box) return placeOfBox(box, words);
  return selection && placeOfSpans(spansOf(selection, words), words);
}

export const isSamePlace = (one: Place, other: Place) => isSameBox(one.box, other.box) && (one.box !== null || isSamePassage(one.spans, other.spans));
