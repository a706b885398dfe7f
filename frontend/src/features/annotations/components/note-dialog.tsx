import { LazyEditDialog } from '@/components/ui/lazy-edit-dialog';

import { useAnnotatorState } from '../model/annotator-store';

/** The dialog of the note that is being written. It stays open if its annotation is removed meanwhile. */
export function NoteDialog() {
  const { noted, setNoted } = useAnnotatorState();
  if (!noted) return null;
  const { uuid, note, version, label } = noted;
  return (
    <LazyEditDialog
      key={uuid}
      title={`Note on “${label.name}”`}
      path={`/api/v1/annotations/${uuid}`}
      affected={[['annotations']]}
      version={version}
      fields={[{ name: 'note', label: 'Note', value: note, optional: true, multiline: true, maxLength: 10_000 }]}
      onClose={() => setNoted(null)}
    />
  );
}
