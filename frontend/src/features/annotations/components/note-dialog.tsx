import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { LazyEditDialog } from '@/components/ui/lazy-edit-dialog';
import { uuidv7 } from '@/lib/uuid';

import type { Annotation } from '../model/annotation';
import { addStep, useAnnotatorState } from '../model/annotator-store';

function Note({ annotation: { uuid, note, version, label }, onClose }: { annotation: Annotation; onClose: () => void }) {
  const [group] = useState(uuidv7);
  return (
    <LazyEditDialog
      title={t`Note on “${label.name}”`}
      path={`/api/v1/annotations/${uuid}`}
      affected={[['annotations'], ['edits']]}
      version={version}
      fields={[{ name: 'note', label: t`Note, in Markdown`, value: note, optional: true, multiline: true, maxLength: 10_000 }]}
      constants={{ group }}
      draft={`note:${uuid}`}
      onSaved={() => addStep(group, t`Changed the note on “${label.name}”`)}
      onClose={onClose}
    />
  );
}

/** The dialog of the note that is being written. It stays open if its annotation is removed meanwhile. */
export function NoteDialog() {
  const { noted, setNoted } = useAnnotatorState();
  return noted && <Note key={noted.uuid} annotation={noted} onClose={() => setNoted(null)} />;
}
