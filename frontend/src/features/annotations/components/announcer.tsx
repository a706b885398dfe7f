import type { Annotation } from '../model/annotation';
import { annotationAt } from '../model/annotation';
import { useGestures } from '../model/gesture-store';
import { isCaret, spansOf, type Words } from '../model/selection';
import { quoteOf } from '../use-words';

const SPOKEN = 160;

/** Says what is selected, for those who hear the page. */
export function Announcer({ words, annotations }: { words: Words; annotations: readonly Annotation[] }) {
  const selection = useGestures((state) => state.selection);
  if (!selection) return <div className="visually-hidden" role="status" />;
  const quote = quoteOf(spansOf(selection, words), words);
  const here = annotationAt(annotations, selection.head.page, selection.head.token);
  const shown = quote.length > SPOKEN ? `${quote.slice(0, SPOKEN)}…` : quote;
  return (
    <div className="visually-hidden" role="status" data-testid="selection">
      {isCaret(selection) ? shown : `Selected: ${shown}`}
      {here && `, labelled ${here.label.name}`}
    </div>
  );
}
