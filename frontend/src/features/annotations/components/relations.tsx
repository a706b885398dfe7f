import { t } from '@lingui/core/macro';
import { ArrowRight } from 'lucide-react';
import { useId } from 'react';

import { Button } from '@/components/ui/button';
import { LabelDot } from '@/components/ui/label-dot';
import { nextHue } from '@/lib/label-hues';

import type { Relation } from '../api/relations';
import { titleOf, type Annotation, type Label } from '../model/annotation';
import { useAnnotatorState } from '../model/annotator-store';
import { lineBetween } from '../model/relations';
import { useRelationEdits, useRelations } from '../use-relations';
import { useLoadedWords } from '../use-words';
import { boxRect, wordRect, type Geometry } from './float-position';
import { LabelPicker } from './label-picker';
import styles from './relations.module.css';

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
