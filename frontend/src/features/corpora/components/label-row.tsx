import { t } from '@lingui/core/macro';
import { Archive, ArrowDown, ArrowUp, Ellipsis, FolderInput, GripVertical, Merge, Pencil, Plus, Sparkles } from 'lucide-react';
import { useState, type DragEvent } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { Keys } from '@/components/ui/key-cap';
import { LabelDot } from '@/components/ui/label-dot';
import { Menu, MenuItem } from '@/components/ui/menu';
import { shownKeys } from '@/lib/keymap';
import { labelKeys } from '@/lib/label-keys';

import type { CorpusLabel } from '../api/corpus-labels';
import { DeleteLabel } from './delete-label';
import { LabelCounts } from './label-counts';
import type { LabelDialogName } from './label-dialogs';
import styles from './label-list.module.css';

/** of each level, in pixels */
const INDENT = 24;
const DRAGGED = 'application/x-cartulary-label';

interface LabelRowProps {
  corpusId: string;
  label: CorpusLabel;
  /** its place among all labels that are shown */
  index: number;
  /** the number of labels above it */
  depth: number;
  /** the number of labels directly below it */
  childCount: number;
  isFirst: boolean;
  isLast: boolean;
  isOnly: boolean;
  mayHaveChildren: boolean;
  editable: boolean;
  /** Annotators start suggestions. */
  annotatable: boolean;
  /** up (-1) or down (1) */
  onMove: (by: 1 | -1) => void;
  /** another label was dropped on this one */
  onDrop: (uuid: string) => void;
  onOpen: (dialog: LabelDialogName) => void;
  onArchive: () => void;
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

function MoreActions({ label: { name }, mayHaveChildren, onOpen, onArchive }: Pick<LabelRowProps, 'label' | 'mayHaveChildren' | 'onOpen' | 'onArchive'>) {
  return (
    <Menu trigger={<IconButton label={t`More actions for ${name}`} icon={<Ellipsis />} />}>
      <MenuItem icon={<Plus />} disabled={!mayHaveChildren} onSelect={() => onOpen('create')}>
        {t`Create below…`}
      </MenuItem>
      <MenuItem icon={<FolderInput />} onSelect={() => onOpen('move')}>
        {t`Move to…`}
      </MenuItem>
      <MenuItem icon={<Archive />} onSelect={onArchive}>
        {t`Archive`}
      </MenuItem>
    </Menu>
  );
}

function Buttons(props: Omit<LabelRowProps, 'editable' | 'onDrop'>) {
  const { label, childCount, isFirst, isLast, isOnly, onMove, onOpen } = props;
  const { name } = label;
  return (
    <div className={styles['buttons']}>
      <IconButton label={t`Edit ${name}`} icon={<Pencil />} onClick={() => onOpen('edit')} />
      {/* Not disabled at the ends of the list, because they would lose the focus. */}
      <IconButton label={t`Move ${name} up`} icon={<ArrowUp />} aria-disabled={isFirst} onClick={() => onMove(-1)} />
      <IconButton label={t`Move ${name} down`} icon={<ArrowDown />} aria-disabled={isLast} onClick={() => onMove(1)} />
      <IconButton label={t`Merge ${name}`} icon={<Merge />} disabled={isOnly} onClick={() => onOpen('merge')} />
      <DeleteLabel label={label} childCount={childCount} />
      <MoreActions {...props} />
    </div>
  );
}

/** A label with its key, description and number of annotations, and what can be done with it. */
export function LabelRow(props: LabelRowProps) {
  const { corpusId, label, index, depth, editable, annotatable, onOpen } = props;
  const { uuid, name, color, description } = label;
  const target = useDropTarget(props);
  const keys = labelKeys(index);
  return (
    <li className={styles['row']} style={{ paddingInlineStart: depth * INDENT }} {...target}>
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
        {keys && (
          <>
            <span className="visually-hidden">{t`Key ${shownKeys(keys).join('+')}`}</span>
            <span aria-hidden="true">
              <Keys keys={keys} />
            </span>
          </>
        )}
      </span>
      <LabelDot color={color} />
      {depth > 0 && <span className="visually-hidden">{t`Level ${depth + 1}`}</span>}
      <div className={styles['about']}>
        <span className={styles['name']}>{name}</span>
        {description && <p className={styles['description']}>{description}</p>}
      </div>
      <LabelCounts corpusId={corpusId} label={label} />
      {annotatable && <IconButton label={t`Suggest passages for ${name}`} icon={<Sparkles />} onClick={() => onOpen('suggest')} />}
      {editable && <Buttons {...props} />}
    </li>
  );
}
