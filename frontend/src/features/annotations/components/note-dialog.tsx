import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { LazyEditDialog } from '@/components/ui/lazy-edit-dialog';
import { uuidv7 } from '@/lib/uuid';

import type { Annotation } from '../model/annotation';
import { useAnnotatorState } from '../model/annotator-store';
import { record } from '../model/history';

function Note({ annotation: { uuid, note, version, label }, onClose }: { annotation: Annotation; onClose: () => void }) {
  const [group] = useState(uuidv7);
  const addToHistory = () => {
    const { history, setHistory } = useAnnotatorState.getState();
    setHistory(record(history, { group, edits: [], text: t`Changed the note on “${label.name}”` }));
  };
  return (
    <LazyEditDialog
      title={t`Note on “${label.name}”`}
      path={`/api/v1/annotations/${uuid}`}
      affected={[['annotations'], ['edits']]}
      version={version}
      fields={[{ name: 'note', label: t`Note`, value: note, optional: true, multiline: true, maxLength: 10_000 }]}
      constants={{ group }}
      onSaved={addToHistory}
      onClose={onClose}
    />
  );
}

/** The dialog of the note that is being written. It stays open if its annotation is removed meanwhile. */
export function NoteDialog() {
  const { noted, setNoted } = useAnnotatorState();
  return noted && <Note key={noted.uuid} annotation={noted} onClose={() => setNoted(null)} />;
}
