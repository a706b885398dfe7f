import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { useEditDialogPart } from '@/components/ui/edit-dialog-part';
import { LazyEditDialog } from '@/components/ui/lazy-edit-dialog';
import { useEditQueue } from '@/features/edits/edit-queue';
import type { TextsEdit } from '@/features/edits/texts-kind';
import { useAfterFirstView } from '@/lib/first-view';
import { uuidv7 } from '@/lib/uuid';

import type { Annotation } from '../model/annotation';
import { addStep, useAnnotatorState } from '../model/annotator-store';

const AFFECTED = [['annotations'], ['edits']];

interface NoteProps {
  annotation: Annotation;
  /** the dialog, if it was loaded before it is opened */
  loaded: ReturnType<typeof useEditDialogPart>;
  onClose: () => void;
}

function Note({ annotation: { uuid, note, version, label, pending = false }, loaded, onClose }: NoteProps) {
  const [Dialog] = useState(() => loaded?.EditDialog ?? LazyEditDialog);
  const [group] = useState(uuidv7);
  const queue = useEditQueue();
  const path = `/api/v1/annotations/${uuid}`;
  const title = t`Note on “${label.name}”`;
  const done = t`Changed the note on “${label.name}”`;
  return (
    <Dialog
      title={title}
      path={path}
      affected={AFFECTED}
      version={version}
      fields={[{ name: 'note', label: t`Note, in Markdown`, value: note, optional: true, multiline: true, maxLength: 10_000 }]}
      constants={{ group }}
      draft={`note:${uuid}`}
      {...(queue && {
        later: { isNew: pending, save: (change, base) => queue.add({ type: 'texts', group, target: path, uuid, path, change, base, affected: AFFECTED, title, done } satisfies TextsEdit) },
      })}
      onSaved={() => addStep(group, done)}
      onClose={onClose}
    />
  );
}

/** The dialog of the note that is being written. It stays open if its annotation is removed meanwhile. It is loaded before a connection may be lost. */
export function NoteDialog() {
  const { noted, setNoted } = useAnnotatorState();
  const loaded = useEditDialogPart(useAfterFirstView());
  return noted && <Note key={noted.uuid} annotation={noted} loaded={loaded} onClose={() => setNoted(null)} />;
}
