import { t } from '@lingui/core/macro';
import { Copy, FileDiff, Link as LinkIcon, MessageCircleQuestion, ScanSearch, Tag } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Keys } from '@/components/ui/key-cap';
import { LabelDot } from '@/components/ui/label-dot';
import type { Layout, PageInfo } from '@/features/viewer/model/layout';
import { ariaKeys } from '@/lib/keymap';
import { labelKeys } from '@/lib/label-keys';

import type { Annotator } from '../annotator';
import { annotationAt, isOrphan, isSuggestion, type Annotation, type Label } from '../model/annotation';
import { useAnnotatorState } from '../model/annotator-store';
import type { PageBox } from '../model/box';
import { caretOf, isCaret, ordered, spansOf, type Selection, type Words } from '../model/selection';
import { quoteOf, useLoadedWords, type DocumentWords } from '../use-words';
import { placeOf, positionBelow, positionBelowBox, type Geometry } from './float-position';
import { LabelPicker } from './label-picker';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  annotator: Annotator;
  labels: readonly Label[];
  words: DocumentWords;
  layout: Layout;
  pages: readonly PageInfo[];
  editable: boolean;
  active: Annotation | undefined;
  /** search for passages like the selected one; absent if that is not possible */
  onSimilar?: ((selection: Selection) => void) | undefined;
  /** look for the selected clause in the other documents of the corpus; absent if that is not possible */
  onCompare?: ((selection: Selection) => void) | undefined;
  /** copy a link to the selected words */
  onLink: (selection: Selection) => void;
  /** ask about the selected passage; absent if that is not possible */
  onAsk?: ((selection: Selection) => void) | undefined;
  onLeave: () => void;
}

const MAX_LABELS = 4;

type ActionsProps = Pick<SelectionBarProps, 'annotator' | 'labels' | 'editable' | 'active' | 'onLink' | 'onSimilar' | 'onCompare' | 'onAsk'>;

/** The buttons that do something with the selected words. */
function PassageActions({ annotator, selection, onLink, onSimilar, onCompare, onAsk }: Omit<ActionsProps, 'labels' | 'editable' | 'active'> & { selection: Selection }) {
  return (
    <>
      <IconButton label={t`Copy text`} tooltip={false} icon={<Copy />} onClick={() => void annotator.copy()} />
      <IconButton label={t`Copy link`} tooltip={false} icon={<LinkIcon />} onClick={() => onLink(selection)} />
      {onSimilar && <IconButton label={t`More like this`} tooltip={false} icon={<ScanSearch />} onClick={() => onSimilar(selection)} />}
      {onCompare && <IconButton label={t`Compare with the other documents`} tooltip={false} icon={<FileDiff />} onClick={() => onCompare(selection)} />}
      {onAsk && <IconButton label={t`Ask about this passage`} tooltip={false} icon={<MessageCircleQuestion />} onClick={() => onAsk(selection)} />}
    </>
  );
}

function Actions({ labels, editable, active, ...others }: ActionsProps) {
  const { annotator } = others;
  const { setPicking, selection } = useAnnotatorState();
  return (
    <div role="toolbar" aria-label={t`Selection`} className={styles['bar']}>
      {editable && active && isOrphan(active) && (
        <Button size="small" onClick={() => annotator.moveHere(active)}>
          {t`Move “${active.label.name}” here`}
        </Button>
      )}
      {editable &&
        labels.slice(0, MAX_LABELS).map((label, index) => (
          <button key={label.id} type="button" className={styles['label']} title={label.name} aria-keyshortcuts={ariaKeys(labelKeys(index) ?? '')} onClick={() => annotator.annotate(label)}>
            <LabelDot color={label.color} />
            <span className="truncate">{label.name}</span>
            <span aria-hidden="true">
              <Keys keys={labelKeys(index) ?? ''} />
            </span>
          </button>
        ))}
      {editable && (
        <Button size="small" variant="quiet" icon={<Tag aria-hidden="true" />} onClick={() => setPicking(true)}>
          {labels.length > MAX_LABELS ? t`More labels` : t`Label`}
        </Button>
      )}
      {selection && <PassageActions {...others} selection={selection} />}
    </div>
  );
}

/** The buttons while the ends or the box of an annotation are being changed. */
function EndsActions({ annotator, onLeave }: Pick<SelectionBarProps, 'annotator' | 'onLeave'>) {
  const isBox = useAnnotatorState(({ box }) => box !== null);
  const finish = (act: () => void) => () => {
    act();
    onLeave();
  };
  return (
    <div role="toolbar" aria-label={isBox ? t`Box of the annotation` : t`Ends of the annotation`} className={styles['bar']}>
      <Button size="small" onClick={finish(() => annotator.saveEnds())}>
        {isBox ? t`Save the box` : t`Save the new ends`}
      </Button>
      <Button size="small" variant="quiet" onClick={finish(() => annotator.clear())}>
        {t`Cancel`}
      </Button>
    </div>
  );
}

function positionBelowAnnotation(annotation: Annotation | undefined, geometry: Geometry) {
  if (annotation?.box) return positionBelowBox(annotation.box, geometry);
  const place = placeOf(annotation);
  return place && positionBelow(place, geometry);
}

/** Return where the bar is shown: below the selection or the box, or else the selected annotation; null without any. */
function useBarPosition({ active, ...geometry }: SelectionBarProps) {
  const { selection, box, dragging, picking, resized } = useAnnotatorState();
  const isNeeded = picking || resized || box || (selection && !isCaret(selection));
  useLoadedWords(geometry.words, [selection?.anchor.page, selection?.head.page, active?.page]);
  if (dragging || !isNeeded) return null;
  if (box) return positionBelowBox(box, geometry);
  return selection ? positionBelow(ordered(selection)[1], geometry) : positionBelowAnnotation(active, geometry);
}

/** Scroll the bar into view: a box may end below the window. */
const showWhole = (bar: HTMLElement | null) => bar?.scrollIntoView({ block: 'nearest' });

/** The actions for the selection, or the label picker, below the selection. */
export function SelectionBar(props: SelectionBarProps) {
  const { annotator, labels, onLeave } = props;
  const { box, picking, setPicking, resized } = useAnnotatorState();
  const position = useBarPosition(props);
  if (!position) return null;
  const thenLeave = (act: () => void) => () => {
    act();
    onLeave();
  };
  return (
    <div ref={box ? showWhole : null} className={styles['float']} style={position} data-floating>
      {resized ? (
        <EndsActions annotator={annotator} onLeave={onLeave} />
      ) : picking ? (
        <LabelPicker
          labels={labels}
          onPick={(label) => thenLeave(() => annotator.annotate(label))()}
          onCreate={(name) => thenLeave(() => annotator.createLabel(name))()}
          onClose={thenLeave(() => setPicking(false))}
        />
      ) : (
        <Actions {...props} />
      )}
    </div>
  );
}

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
