import { t } from '@lingui/core/macro';

import { annotationAt, isSuggestion, type Annotation } from '../model/annotation';
import { useAnnotatorState } from '../model/annotator-store';
import type { PageBox } from '../model/box';
import { isCaret, spansOf, type Words } from '../model/selection';
import { quoteOf } from '../use-words';

const MAX_LENGTH = 160;

const percent = (share: number) => `${Math.round(100 * share)}%`;

const boxText = ({ page, left, top, right, bottom }: PageBox) =>
  t`Box on page ${page}: ${percent(right - left)} by ${percent(bottom - top)}, ${percent(left)} from the left, ${percent(top)} from the top`;

const Announcement = ({ text }: { text: string }) => (
  <div className="visually-hidden" role="status" data-testid="selection">
    {text}
  </div>
);

const labelText = (annotation: Annotation) => (isSuggestion(annotation) ? t`suggested ${annotation.label.name}` : t`labelled ${annotation.label.name}`);

/** Announces the selection to screen readers. */
export function SelectionAnnouncer({ words, annotations }: { words: Words; annotations: readonly Annotation[] }) {
  const { selection, box } = useAnnotatorState();
  if (box) return <Announcement text={boxText(box)} />;
  if (!selection) return <div className="visually-hidden" role="status" />;
  const quote = quoteOf(spansOf(selection, words), words);
  const annotation = annotationAt(annotations, selection.head.page, selection.head.token);
  const text = quote.length > MAX_LENGTH ? `${quote.slice(0, MAX_LENGTH)}…` : quote;
  return (
    <Announcement text={[isCaret(selection) ? text : t`Selected: ${text}`, annotation && labelText(annotation)].filter(Boolean).join(', ')} />
  );
}
