import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { EditDialog } from '@/components/ui/edit-dialog';
import { NameDialog } from '@/components/ui/name-dialog';
import { useEditQueue } from '@/features/edits/edit-queue';
import type { TextsEdit } from '@/features/edits/texts-kind';
import type { Base } from '@/lib/drafts';
import type { Texts } from '@/lib/edits';
import { quoted } from '@/lib/format';
import { lazyDialog } from '@/lib/lazy-part';
import { uuidv7 } from '@/lib/uuid';

import type { CorpusLabel } from '../api/corpus-labels';
import { listsOf, useCreateLabel } from '../api/edit-labels';
import type { LabelMove } from '../model/label-tree';
import { MergeLabel } from './merge-label';
import { MoveLabel } from './move-label';

const SuggestPassages = lazyDialog(async () => (await import('./suggest-passages')).SuggestPassages, ({ onClose }) => onClose());

export type LabelDialogName = 'edit' | 'merge' | 'create' | 'move' | 'suggest';

interface LabelDialogsProps {
  corpusId: string;
  dialog: LabelDialogName;
  label: CorpusLabel;
  /** all labels of the corpus */
  labels: readonly CorpusLabel[];
  onMove: (to: LabelMove) => void;
  onClose: () => void;
}

/** Edits a label. Without a connection, the change waits. */
function EditLabel({ corpusId, label: { uuid, name, description, color, version }, onClose }: Pick<LabelDialogsProps, 'corpusId' | 'label' | 'onClose'>) {
  const queue = useEditQueue();
  const [group] = useState(uuidv7);
  const path = `/api/v1/labels/${uuid}`;
  const affected = [...listsOf(corpusId), ['annotations']];
  const save = (change: Texts, base: Base) =>
    queue?.add({ type: 'texts', group, target: path, uuid, path, change, base, affected, title: t`Label “${name}”`, done: '' } satisfies TextsEdit);
  return (
    <EditDialog
      title={t`Edit ${quoted(name)}`}
      path={path}
      affected={affected}
      constants={{ group }}
      {...(queue && { later: { isNew: false, save } })}
      version={version}
      draft={`label:${uuid}`}
      fields={[
        { name: 'name', label: t`Name`, value: name, maxLength: 100 },
        { name: 'description', label: t`Description`, value: description, maxLength: 1_000, multiline: true, optional: true },
        { name: 'color', label: t`Colour`, value: color, hue: true },
      ]}
      onClose={onClose}
    />
  );
}

function CreateBelow({ corpusId, label, onClose }: Pick<LabelDialogsProps, 'corpusId' | 'label' | 'onClose'>) {
  const create = useCreateLabel();
  return (
    <NameDialog
      title={t`New label below ${quoted(label.name)}`}
      place={`new-label:${label.uuid}`}
      maxLength={100}
      confirm={t`Create label`}
      mutation={create}
      inputFor={(name) => ({ corpusId, name, color: '', parentId: label.uuid })}
      onClose={onClose}
    />
  );
}

/** The dialog that was opened for a label. */
export function LabelDialogs(props: LabelDialogsProps) {
  const { corpusId, dialog, label, labels, onMove, onClose } = props;
  switch (dialog) {
    case 'edit':
      return <EditLabel {...props} />;
    case 'merge':
      return <MergeLabel corpusId={corpusId} label={label} labels={labels} onClose={onClose} />;
    case 'create':
      return <CreateBelow {...props} />;
    case 'suggest':
      return <SuggestPassages corpusId={corpusId} label={label} onClose={onClose} />;
    case 'move':
      return <MoveLabel label={label} labels={labels} onMove={(parentUuid) => onMove({ uuid: label.uuid, parentUuid })} onClose={onClose} />;
  }
}
