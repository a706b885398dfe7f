import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, GripVertical, Merge, Pencil } from 'lucide-react';
import { useState, type DragEvent } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { KeyCap } from '@/components/ui/key-cap';
import { LabelDot } from '@/components/ui/label-dot';
import { count as counted } from '@/lib/format';

import type { CorpusLabel } from '../api/corpus-labels';
import { DeleteLabel } from './delete-label';
import styles from './label-list.module.css';

/** Labels beyond the ninth have no key. */
const KEYS = 9;
const DRAGGED = 'application/x-cartulary-label';

interface LabelRowProps {
  corpusId: string;
  label: CorpusLabel;
  /** its place in the list, and the length of the list */
  index: number;
  count: number;
  editable: boolean;
  /** up (-1) or down (1) */
  onMove: (by: 1 | -1) => void;
  /** another label was dropped on this one */
  onDrop: (uuid: string) => void;
  onOpen: (dialog: 'edit' | 'merge') => void;
}

function useDropTarget({ editable, onDrop }: Pick<LabelRowProps, 'editable' | 'onDrop'>) {
  const [isOver, setOver] = useState(false);
  const accepts = ({ dataTransfer }: DragEvent) => editable && dataTransfer.types.includes(DRAGGED);
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!accepts(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!accepts(event)) return;
      event.preventDefault();
      onDrop(event.dataTransfer.getData(DRAGGED));
    },
  };
}

function Buttons({ label, index, count, onMove, onOpen }: Omit<LabelRowProps, 'editable' | 'onDrop'>) {
  const { name } = label;
  return (
    <div className={styles['buttons']}>
      <IconButton label={`Edit ${name}`} icon={<Pencil />} onClick={() => onOpen('edit')} />
      {/* Not disabled at the ends of the list, because they would lose the focus. */}
      <IconButton label={`Move ${name} up`} icon={<ArrowUp />} aria-disabled={index === 0} onClick={() => onMove(-1)} />
      <IconButton label={`Move ${name} down`} icon={<ArrowDown />} aria-disabled={index === count - 1} onClick={() => onMove(1)} />
      <IconButton label={`Merge ${name}`} icon={<Merge />} disabled={count < 2} onClick={() => onOpen('merge')} />
      <DeleteLabel label={label} />
    </div>
  );
}

/** A label with its key, description and number of annotations, and what can be done with it. */
export function LabelRow(props: LabelRowProps) {
  const { corpusId, label, index, editable } = props;
  const { uuid, name, color, description, annotationCount, documentCount } = label;
  const target = useDropTarget(props);
  return (
    <li className={styles['row']} {...target}>
      {editable && (
        <span
          className={styles['grip']}
          aria-hidden="true"
          draggable
          onDragStart={(event) => {
            event.dataTransfer.setData(DRAGGED, uuid);
            event.dataTransfer.effectAllowed = 'move';
          }}
        >
          <GripVertical />
        </span>
      )}
      <span className={styles['key']}>
        {index < KEYS && (
          <>
            <span className="visually-hidden">Key </span>
            <KeyCap>{index + 1}</KeyCap>
          </>
        )}
      </span>
      <LabelDot color={color} />
      <div className={styles['about']}>
        <span className={styles['name']}>{name}</span>
        {description && <p className={styles['description']}>{description}</p>}
      </div>
      <span className={styles['count']} data-zero={annotationCount === 0 || undefined}>
        {annotationCount === 0 ? (
          counted(0, 'annotation')
        ) : (
          <Link to="/c/$uuid" params={{ uuid: corpusId }} search={{ tab: 'annotations', label: uuid }}>
            {counted(annotationCount, 'annotation')}
          </Link>
        )}
      </span>
      {documentCount > 0 && (
        <span className={styles['count']}>
          <Link to="/c/$uuid" params={{ uuid: corpusId }} search={{ label: uuid }}>
            {counted(documentCount, 'document')}
          </Link>
        </span>
      )}
      {editable && <Buttons {...props} />}
    </li>
  );
}
