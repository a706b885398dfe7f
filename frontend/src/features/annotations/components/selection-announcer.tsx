import { t } from '@lingui/core/macro';

import { annotationAt, isSuggestion, type Annotation } from '../model/annotation';
import { useAnnotatorState } from '../model/annotator-store';
import type { PageBox } from '../model/box';
import { caretOf, isCaret, spansOf, type Words } from '../model/selection';
import { quoteOf } from '../use-words';

const MAX_LENGTH = 160;

const shorten = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text);

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
  const quote = shorten(quoteOf(spansOf(selection, words), words));
  const caret = caretOf(selection);
  const word = caret ? quoteOf([{ page: caret.page, first: caret.token, last: caret.token }], words) : '';
  const annotation = annotationAt(annotations, selection.head.page, selection.head.token);
  const text = isCaret(selection) ? quote : word ? t`${word}. Selected: ${quote}` : t`Selected: ${quote}`;
  return <Announcement text={[text, annotation && labelText(annotation)].filter(Boolean).join(', ')} />;
}
