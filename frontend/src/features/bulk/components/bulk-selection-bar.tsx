import { t } from '@lingui/core/macro';
import { FolderInput, FolderMinus, FolderPlus, RotateCcw, Tag, Trash2, X } from 'lucide-react';
import { useState, type ComponentType, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { SelectionBar } from '@/features/documents/components/selection-bar';
import { ZipMenu } from '@/features/documents/components/zip-menu';
import { formatNumber } from '@/lib/format';

import type { BulkSelection } from '../model/bulk-selection';
import { AddAll, DeleteAll, LabelAll, MoveAll, RemoveAll, RetryAll, SetFieldOfAll, type TargetProps } from './bulk-targets';

interface BulkSelectionBarProps {
  selection: BulkSelection;
  onClear: () => void;
  /** absent on the page of all documents */
  corpus?: { uuid: string; editable: boolean };
  /** further items of the menu *Download* */
  children?: ReactNode;
}

interface Action {
  name: string;
  text: string;
  icon?: ReactNode;
  Dialog: ComponentType<TargetProps>;
}

const RETRY: Action = { name: 'retry', text: t`Retry failed`, icon: <RotateCcw aria-hidden="true" />, Dialog: RetryAll };

const OF_ALL: readonly Action[] = [
  { name: 'add', text: t`Add to a corpus`, icon: <FolderPlus aria-hidden="true" />, Dialog: AddAll },
  RETRY,
  { name: 'delete', text: t`Delete`, icon: <Trash2 aria-hidden="true" />, Dialog: DeleteAll },
];

function actionsOf(corpus: BulkSelectionBarProps['corpus']): readonly Action[] {
  if (!corpus) return OF_ALL;
  const corpusId = corpus.uuid;
  const annotating: Action[] = [
    { name: 'label', text: t`Label…`, icon: <Tag aria-hidden="true" />, Dialog: (props) => <LabelAll {...props} corpusId={corpusId} /> },
    RETRY,
    { name: 'field', text: t`Set field…`, Dialog: (props) => <SetFieldOfAll {...props} corpusId={corpusId} /> },
  ];
  if (!corpus.editable) return annotating;
  return [
    ...annotating,
    { name: 'move', text: t`Move to…`, icon: <FolderInput aria-hidden="true" />, Dialog: (props) => <MoveAll {...props} corpusId={corpusId} /> },
    { name: 'remove', text: t`Remove`, icon: <FolderMinus aria-hidden="true" />, Dialog: RemoveAll },
  ];
}

/** The actions on all documents that a filter selects, loaded or not. */
export function BulkSelectionBar({ selection, onClear, corpus, children }: BulkSelectionBarProps) {
  const [actions] = useState(() => actionsOf(corpus));
  const [open, setOpen] = useState<Action>();
  // A dialog goes on with the documents of the moment when it opened.
  const [opened, setOpened] = useState(selection);
  const show = (action: Action) => {
    setOpened(selection);
    setOpen(action);
  };
  return (
    <SelectionBar>
      <span className="muted" role="status">
        {t`${formatNumber(selection.count)} selected`}
      </span>
      <IconButton label={t`Clear`} icon={<X aria-hidden="true" />} onClick={onClear} />
      {actions.map((action) => (
        <Button key={action.name} size="small" icon={action.icon} onClick={() => show(action)}>
          {action.text}
        </Button>
      ))}
      <ZipMenu uuids={[]} count={selection.count}>
        {children}
      </ZipMenu>
      {open && <open.Dialog selection={opened} onClose={() => setOpen(undefined)} onDone={onClear} />}
    </SelectionBar>
  );
}
