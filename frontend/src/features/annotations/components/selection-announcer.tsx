import type { Annotation } from '../model/annotation';
import { annotationAt } from '../model/annotation';
import { useAnnotatorState } from '../model/annotator-store';
import { isCaret, spansOf, type Words } from '../model/selection';
import { quoteOf } from '../use-words';

const MAX_LENGTH = 160;

/** Announces the selection to screen readers. */
export function SelectionAnnouncer({ words, annotations }: { words: Words; annotations: readonly Annotation[] }) {
  const selection = useAnnotatorState((state) => state.selection);
  if (!selection) return <div className="visually-hidden" role="status" />;
  const quote = quoteOf(spansOf(selection, words), words);
  const annotation = annotationAt(annotations, selection.head.page, selection.head.token);
  const text = quote.length > MAX_LENGTH ? `${quote.slice(0, MAX_LENGTH)}…` : quote;
  return (
    <div className="visually-hidden" role="status" data-testid="selection">
      {isCaret(selection) ? text : `Selected: ${text}`}
      {annotation && `, labelled ${annotation.label.name}`}
    </div>
  );
}
