import { t } from '@lingui/core/macro';
import { Bot, Check, ChevronRight, CopyCheck, FileDiff, History, Link as LinkIcon, MessageSquare, MoveHorizontal, Plus, ScanSearch, Spline, StickyNote, Table2, Tag, Trash2, X } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { Keys } from '@/components/ui/key-cap';
import { LabelDot } from '@/components/ui/label-dot';
import { Markdown } from '@/components/ui/markdown';
import { RelativeTime } from '@/components/ui/relative-time';
import { useCommentsState } from '@/features/comments/model/comments-store';
import { copyLink } from '@/lib/copy-link';
import { keysOf } from '@/lib/keymap';
import { direction } from '@/lib/language';
import { displayName } from '@/lib/users';

import type { Annotator } from '../annotator';
import { covers, isSuggestion, isUncertain, type Annotation } from '../model/annotation';
import { useAnnotatorState } from '../model/annotator-store';
import { REVIEW_COMMANDS } from '../model/commands';
import { gappedParts, isRepeatable, selectedAnnotation, selectionOf, type Selection } from '../model/selection';
import { quoteOf, useLoadedWords } from '../use-words';
import styles from './annotation-card.module.css';
import { placeOf, positionBelow, positionBelowBox, wordRect, type Geometry } from './float-position';
import { RelationList, type RelationListProps } from './relations';

export interface AnnotationCardProps extends Geometry, Pick<RelationListProps, 'removable' | 'onActivate'> {
  annotation: Annotation;
  annotator: Annotator;
  documentId: string;
  corpusId: string;
  editable: boolean;
  changeable: boolean;
  /** look for the passage in the other documents of the corpus */
  onCompare: (selection: Selection) => void;
  /** called when the card closes and the pages should have the focus */
  onLeave: () => void;
}

const SOURCES = {
  HUMAN: null,
  ANALYZER: { icon: <ScanSearch aria-hidden="true" />, text: t`Created by an analyzer` },
  AGENT: { icon: <Bot aria-hidden="true" />, text: t`Created by an agent` },
  EXTRACT: { icon: <Table2 aria-hidden="true" />, text: t`From an extraction` },
};

export function Made({ annotation: { creator, source, review, score, created } }: { annotation: Annotation }) {
  const program = SOURCES[source];
  const maker = program ? program.text : creator ? displayName(creator) : t`A former user`;
  const facts = [...(isSuggestion({ review }) ? [t`Suggested`] : []), maker, ...(typeof score === 'number' ? [t`${Math.round(100 * score)}% likely`] : [])];
  return (
    <p className={styles['made']}>
      {program?.icon}
      {facts.join(' · ')}, <RelativeTime iso={created} />
    </p>
  );
}

export function Accepted({ annotation: { review, reviewer, reviewed } }: { annotation: Annotation }) {
  if (review !== 'ACCEPTED' || !reviewed) return null;
  return (
    <p className={styles['made']}>
      {reviewer ? t`Accepted by ${displayName(reviewer)}` : t`Accepted by a former user`}, <RelativeTime iso={reviewed} />
    </p>
  );
}

/** The note of an annotation, in Markdown. */
export function Note({ annotation: { note } }: { annotation: Annotation }) {
  if (!note) return null;
  return (
    <div className={styles['note']}>
      <Markdown text={note} />
    </div>
  );
}

function Actions({ annotation, annotator, documentId, corpusId, editable, changeable, words, onCompare, onLeave }: AnnotationCardProps) {
  const { setPicking, setTraced } = useAnnotatorState();
  const discuss = useCommentsState((state) => state.discuss);
  const { name } = annotation.label;
  const passage = selectionOf(annotation.spans, words);
  const thenLeave = (act: () => void) => () => {
    act();
    onLeave();
  };
  return (
    <div role="toolbar" aria-label={t`Annotation`} className={styles['actions']}>
      {changeable && <IconButton label={t`Change label ${name}`} icon={<Tag />} onClick={() => setPicking(true)} />}
      {editable && <IconButton label={t`Add another label`} icon={<Plus />} onClick={() => annotator.addLabel(annotation)} />}
      {changeable && <IconButton label={t`Edit the note`} icon={<StickyNote />} onClick={() => annotator.editNote()} />}
      {changeable && annotator.isResizable(annotation) && <IconButton label={annotation.box ? t`Move and resize the box` : t`Change the ends`} icon={<MoveHorizontal />} onClick={thenLeave(() => annotator.changeEnds())} />}
      {editable && isRepeatable(annotation, words) && <IconButton label={t`Label equal passages`} icon={<CopyCheck />} onClick={() => annotator.labelEqual()} />}
      {editable && <IconButton label={t`Relate to another annotation`} icon={<Spline />} onClick={thenLeave(() => annotator.relate())} />}
      <IconButton label={t`Comment`} icon={<MessageSquare />} disabled={annotation.pending} onClick={() => discuss(annotation)} />
      {passage && <IconButton label={t`Compare with the other documents`} icon={<FileDiff />} onClick={() => onCompare(passage)} />}
      <IconButton label={t`History`} icon={<History />} disabled={annotation.pending} onClick={() => setTraced(annotation)} />
      <IconButton label={t`Copy link`} icon={<LinkIcon />} onClick={() => void copyLink(`/d/${documentId}?c=${corpusId}&a=${annotation.uuid}`)} />
      {changeable && <IconButton label={t`Remove the annotation`} icon={<Trash2 />} onClick={thenLeave(() => annotator.remove())} />}
    </div>
  );
}

/** The position among annotations that overlap here, and a button that selects the next one. */
function Overlaps({ annotation, annotator }: Pick<AnnotationCardProps, 'annotation' | 'annotator'>) {
  const here = annotator.overlapping(annotation);
  if (here.length < 2) return null;
  return (
    <span className={styles['overlaps']}>
      {t`${here.findIndex(({ uuid }) => uuid === annotation.uuid) + 1} of ${here.length}`}
      <IconButton label={t`Next annotation here`} icon={<ChevronRight />} onClick={() => annotator.activateNext()} />
    </span>
  );
}

/** Handles that are dragged to change the ends of an annotation. Keyboards have a command for this. */
function Handles({ annotation, ...geometry }: Geometry & { annotation: Annotation }) {
  const passage = selectionOf(annotation.spans, geometry.words);
  const start = passage && wordRect(passage.anchor, geometry);
  const end = passage && wordRect(passage.head, geometry);
  return (
    <>
      {start && <span aria-hidden="true" data-floating data-end="start" className={styles['handle']} style={{ top: start.y, left: `calc(50% + ${start.x}px)`, height: start.height }} />}
      {end && <span aria-hidden="true" data-floating data-end="end" className={styles['handle']} style={{ top: end.y, left: `calc(50% + ${end.x + end.width}px)`, height: end.height }} />}
    </>
  );
}

/** The parts of a passage with gaps, with buttons that leave one out. */
function Parts({ annotation, annotator, changeable, words }: Pick<AnnotationCardProps, 'annotation' | 'annotator' | 'changeable' | 'words'>) {
  const parts = gappedParts(annotation, words);
  if (parts.length === 0) return null;
  return (
    <ol aria-label={t`Parts`} className={styles['parts']}>
      {parts.map((part, index) => {
        const quote = quoteOf(part, words);
        return (
          <li key={`${part[0]?.page}-${part[0]?.first}`}>
            <q className="truncate">{quote}</q>
            {changeable && annotator.isResizable(annotation) && <IconButton label={t`Leave out “${quote}”`} icon={<X />} onClick={() => annotator.saveWords(annotation, parts.toSpliced(index, 1).flat())} />}
          </li>
        );
      })}
    </ol>
  );
}

function PlaceCheck({ annotation, annotator, changeable }: Pick<AnnotationCardProps, 'annotation' | 'annotator' | 'changeable'>) {
  if (!isUncertain(annotation)) return null;
  return (
    <p className={styles['check']}>
      {t`Moved to this version of the document with a confidence of ${Math.floor(100 * annotation.confidence)}%.`}
      {changeable && (
        <Button size="small" onClick={() => annotator.confirm(annotation)}>
          {t`Its place is right`}
        </Button>
      )}
    </p>
  );
}

/** The buttons of a suggestion, with their keys on the pages. */
function ReviewActions({ annotation, annotator, changeable, onLeave }: Pick<AnnotationCardProps, 'annotation' | 'annotator' | 'changeable' | 'onLeave'>) {
  if (!changeable || !isSuggestion(annotation)) return null;
  const thenLeave = (act: () => void) => () => {
    act();
    onLeave();
  };
  return (
    <div role="group" aria-label={t`Review the suggestion`} className={styles['review']}>
      <Button size="small" icon={<Check aria-hidden="true" />} onClick={thenLeave(() => annotator.accept())}>
        {t`Accept`} <Keys keys={keysOf(REVIEW_COMMANDS.ACCEPTED)} />
      </Button>
      <Button size="small" variant="quiet" icon={<X aria-hidden="true" />} onClick={thenLeave(() => annotator.reject())}>
        {t`Reject`} <Keys keys={keysOf(REVIEW_COMMANDS.REJECTED)} />
      </Button>
    </div>
  );
}

/** Return where the card is shown: below the caret, if it is on the annotation, or below its last word; null while something else is selected. */
function useCardPosition({ annotation, ...geometry }: AnnotationCardProps) {
  const { selection, box, picking, resized, related } = useAnnotatorState();
  useLoadedWords(geometry.words, [annotation.page]);
  if (picking || resized || related || box || !selectedAnnotation(annotation, selection)) return null;
  if (annotation.box) return positionBelowBox(annotation.box, geometry);
  const isAtCaret = selection !== null && covers(annotation, selection.head.page, selection.head.token);
  const place = isAtCaret ? selection.head : placeOf(annotation);
  return place && positionBelow(place, geometry);
}

/** Scroll the card into view: an annotation at the end of the window would hide what can be done with it. */
const showWhole = (card: HTMLElement | null) => card?.scrollIntoView({ block: 'nearest' });

// In this file, because it is loaded together with the card.
export { Relations } from './relations';

/** The card of the selected annotation: its label, who made it, its note, and what can be done with it. */
export function AnnotationCard(props: AnnotationCardProps) {
  const { annotation, annotator, changeable } = props;
  const position = useCardPosition(props);
  if (!position) return null;
  return (
    <>
      {changeable && !annotation.box && annotator.isResizable(annotation) && gappedParts(annotation, props.words).length === 0 && <Handles {...props} />}
      <section key={annotation.uuid} ref={showWhole} aria-label={t`Annotation ${annotation.label.name}`} className={styles['card']} style={position} dir={direction()} data-floating>
        <header className={styles['header']}>
          <LabelDot color={annotation.label.color} />
          <strong className="truncate">{annotation.label.path ?? annotation.label.name}</strong>
          <Overlaps annotation={annotation} annotator={annotator} />
        </header>
        <Made annotation={annotation} />
        <Accepted annotation={annotation} />
        <ReviewActions {...props} />
        <PlaceCheck {...props} />
        <Parts {...props} />
        <Note annotation={annotation} />
        <RelationList {...props} />
        <Actions {...props} />
      </section>
    </>
  );
}
