import { t } from '@lingui/core/macro';
import { ArrowLeft, ArrowRight, Tag, X } from 'lucide-react';
import { useId, useState } from 'react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { LabelDot } from '@/components/ui/label-dot';
import { Waiting } from '@/features/edits/components/waiting';
import type { Rect } from '@/features/viewer/model/token-page';
import { nextHue } from '@/lib/label-hues';

import type { Relation } from '../api/relations';
import { titleOf, type Annotation, type Label } from '../model/annotation';
import { useAnnotatorState } from '../model/annotator-store';
import { keysOf } from '../model/waiting-relations';
import { useRelationEdits, useRelations } from '../use-relations';
import { useLoadedWords } from '../use-words';
import annotationCardStyles from './annotation-card.module.css';
import { boxRect, wordRect, type Geometry } from './float-position';
import { LabelPicker } from './label-picker';
import { RelationLabel } from './relation-label';
import styles from './relations.module.css';

export interface RelationListProps {
  annotation: Annotation;
  documentId: string;
  corpusId: string;
  editable: boolean;
  /** whether the user may delete what someone has created here */
  removable: (created: Pick<Annotation, 'creator' | 'review'>) => boolean;
  /** select an annotation; the pages scroll to it */
  onActivate: (uuid: string) => void;
  onLeave: () => void;
}

const LONGEST = 60;

/** The relations of an annotation, in both directions, with links to the other annotations. */
export function RelationList({ annotation, documentId, corpusId, editable, removable, onActivate, onLeave }: RelationListProps) {
  const relations = useRelations(documentId, corpusId);
  const { remove } = useRelationEdits();
  const shown = relations.filter(({ source, target }) => source.uuid === annotation.uuid || target.uuid === annotation.uuid);
  const select = useAnnotatorState((state) => state.select);
  const [picked, setPicked] = useState<Relation>();
  if (shown.length === 0) return null;
  const show = (uuid: string) => {
    select(null);
    onActivate(uuid);
  };
  const thenLeave = (act: () => void) => () => {
    act();
    onLeave();
  };
  if (picked) return <RelationLabel relation={picked} corpusId={corpusId} onClose={thenLeave(() => setPicked(undefined))} />;
  const keys = keysOf(shown);
  return (
    <ul aria-label={t`Relations`} className={annotationCardStyles['relations']}>
      {shown.map((relation, index) => {
        const isSource = relation.source.uuid === annotation.uuid;
        const other = isSource ? relation.target : relation.source;
        const title = titleOf(other).slice(0, LONGEST);
        const name = isSource ? t`${relation.label.name} to ${title}` : t`${relation.label.name} from ${title}`;
        return (
          <li key={keys[index]}>
            {isSource ? <ArrowRight aria-hidden="true" /> : <ArrowLeft aria-hidden="true" />}
            <button type="button" aria-label={t`Go to ${name}`} className={annotationCardStyles['other']} onClick={thenLeave(() => show(other.uuid))}>
              {relation.label.name}: <span>{title}</span>
            </button>
            {relation.pending && <Waiting />}
            {editable && removable({ creator: relation.creator, review: null }) && (
              <>
                <IconButton label={t`Change the label of ${name}`} tooltip={false} icon={<Tag />} onClick={() => setPicked(relation)} />
                <IconButton label={t`Remove ${name}`} tooltip={false} icon={<X />} onClick={thenLeave(() => remove(relation))} />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface RelationsProps extends Geometry {
  documentId: string;
  corpusId: string;
  annotations: readonly Annotation[];
  active: Annotation | undefined;
  labels: readonly Label[];
  /** called when the pages should have the focus */
  onLeave: () => void;
}

/** Return the first word or the box of an annotation; null if its page is not loaded. */
function rectOfAnnotation({ box, spans: [span] }: Annotation, geometry: Geometry) {
  if (box) return boxRect(box, geometry);
  return span ? wordRect({ page: span.page, token: span.first }, geometry) : null;
}

// The lines of relations over the pages, in pixels from the top and the middle of the page stack.

interface Curve {
  /** the path of an SVG element */
  path: string;
  /** where the label is shown */
  middle: { x: number; y: number };
}

/** pixels by which a line rises over two passages beside each other */
const RISE = 28;
/** Passages this close in height are on one line of the text. */
const SAME_LINE = 0.5;

const centre = ({ x, width }: Rect) => x + width / 2;

/** Return a curved line from one passage to another: over them if they are on one line, else from the edges that face each other. */
export function lineBetween(source: Rect, target: Rect): Curve {
  const [from, to] = [centre(source), centre(target)];
  if (Math.abs(source.y - target.y) <= SAME_LINE * Math.max(source.height, target.height)) {
    const top = Math.min(source.y, target.y);
    return { path: `M ${from} ${source.y} C ${from} ${top - RISE}, ${to} ${top - RISE}, ${to} ${target.y}`, middle: { x: (from + to) / 2, y: top - 0.75 * RISE } };
  }
  const isDown = source.y < target.y;
  const [start, end] = isDown ? [source.y + source.height, target.y] : [source.y, target.y + target.height];
  const half = (start + end) / 2;
  return { path: `M ${from} ${start} C ${from} ${half}, ${to} ${half}, ${to} ${end}`, middle: { x: (from + to) / 2, y: half } };
}

function Line({ relation, annotations, ...geometry }: Geometry & { relation: Relation; annotations: readonly Annotation[] }) {
  const id = useId();
  const ends = [relation.source, relation.target].map((end) => annotations.find(({ uuid }) => uuid === end.uuid));
  useLoadedWords(geometry.words, ends.map((end) => end?.page));
  const [source, target] = ends.map((end) => end && rectOfAnnotation(end, geometry));
  if (!source || !target) return null;
  const { path, middle } = lineBetween(source, target);
  const { name, color } = relation.label;
  return (
    <g style={{ color }} data-relation={name} data-pending={relation.pending || undefined}>
      <marker id={id} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
        <path d="M 0 0 L 8 4 L 0 8 z" className={styles['arrow']} />
      </marker>
      <path d={path} className={styles['line']} markerEnd={`url(#${id})`} />
      <text {...middle} className={styles['name']} textAnchor="middle" dominantBaseline="middle">
        {name}
      </text>
    </g>
  );
}

/** The relations of the annotation that is selected or under the pointer, as lines. The card lists them for screen readers. */
function Lines({ documentId, corpusId, active, ...rest }: Omit<RelationsProps, 'labels' | 'onLeave'>) {
  const hovered = useAnnotatorState((state) => state.hovered);
  const relations = useRelations(documentId, corpusId);
  const shown = relations.filter(({ source, target }) => [active?.uuid, hovered].some((uuid) => uuid === source.uuid || uuid === target.uuid));
  if (shown.length === 0) return null;
  return (
    <svg className={styles['lines']} aria-hidden="true" data-testid="relations">
      {shown.map((relation) => (
        <Line key={relation.uuid} relation={relation} {...rest} />
      ))}
    </svg>
  );
}

/** Ask for the other annotation and then for the label of a new relation. */
function NewRelation({ related, active, labels, onLeave }: Pick<RelationsProps, 'active' | 'labels' | 'onLeave'> & { related: Annotation }) {
  const setRelated = useAnnotatorState((state) => state.setRelated);
  const { create } = useRelationEdits();
  const target = active && active.uuid !== related.uuid ? active : undefined;
  const close = () => {
    setRelated(null);
    onLeave();
  };
  const save = (label: Label) => {
    if (target) create(related, target, label);
    close();
  };
  return (
    <section aria-label={t`New relation`} className={styles['new']} data-floating>
      <p className={styles['ends']}>
        <LabelDot color={related.label.color} />
        <span className="truncate">{titleOf(related)}</span>
        <ArrowRight aria-hidden="true" />
        {target && <LabelDot color={target.label.color} />}
        <span className="truncate">{target ? titleOf(target) : '…'}</span>
      </p>
      <p role="status" className={styles['hint']}>
        {target ? t`Choose the label of the relation.` : t`Select the other annotation: click it, choose it in the panel, or move to it and press a. Esc cancels.`}
      </p>
      {target ? (
        <LabelPicker labels={labels} name={t`Label of the relation`} onPick={save} onCreate={(name) => save({ id: '', name, color: nextHue(labels.map(({ color }) => color)) })} onClose={close} />
      ) : (
        <Button size="small" variant="quiet" onClick={close}>
          {t`Cancel`}
        </Button>
      )}
    </section>
  );
}

/** The lines of relations over the pages, and the relation that is being created. */
export function Relations({ labels, onLeave, ...props }: RelationsProps) {
  const related = useAnnotatorState((state) => state.related);
  const { active } = props;
  return (
    <>
      <Lines {...props} />
      {related && <NewRelation {...{ related, active, labels, onLeave }} />}
    </>
  );
}
