import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { useEditDialogPart } from '@/components/ui/edit-dialog-part';
import { LazyEditDialog } from '@/components/ui/lazy-edit-dialog';
import { useEditQueue, useWaitingEdits, type EditQueue } from '@/features/edits/edit-queue';
import type { TextsEdit } from '@/features/edits/texts-kind';
import { sessionOptions } from '@/features/session/api/session';
import type { Texts } from '@/lib/edits';
import { useAfterFirstView } from '@/lib/first-view';
import { lazyComponent } from '@/lib/lazy-part';
import { uuidv7 } from '@/lib/uuid';

import { newAnnotation, type Annotation } from '../model/annotation';
import { addStep, useAnnotatorState } from '../model/annotator-store';
import type { AnnotationEdits } from '../use-annotation-edits';

const AFFECTED = [['annotations'], ['edits']];

const NoteGone = lazyComponent(async () => (await import('./note-gone')).NoteGone);

interface NoteProps {
  annotation: Annotation;
  /** the annotation was deleted meanwhile */
  isGone: boolean;
  edits: AnnotationEdits;
  /** the dialog, if it was loaded before it is opened */
  loaded: ReturnType<typeof useEditDialogPart>;
  onClose: () => void;
}

/** Return an annotation like one that was deleted, with another note; null if its words are gone, too. */
function renewed({ label, spans, quote, box }: Annotation, note: string, creator: Annotation['creator']): Annotation | null {
  const created = newAnnotation({ label, spans, quote, box, creator });
  return created && { ...created, note };
}

function Note({ annotation, isGone, edits, loaded, onClose }: NoteProps) {
  const { uuid, note, version, label, pending = false } = annotation;
  const { data: user } = useQuery(sessionOptions);
  const [Dialog] = useState(() => loaded?.EditDialog ?? LazyEditDialog);
  const [group] = useState(uuidv7);
  const queue = useEditQueue();
  const path = `/api/v1/annotations/${uuid}`;
  const title = t`Note on “${label.name}”`;
  const done = t`Changed the note on “${label.name}”`;
  const gone = ({ note: text = '' }: Texts, end: () => void) => {
    const created = renewed(annotation, text, user ? { username: user.username, name: user.name } : null);
    const keep = () => {
      if (created) edits.add(created);
      end();
    };
    return <NoteGone note={text} onKeep={created ? keep : undefined} onDiscard={end} />;
  };
  return (
    <Dialog
      title={title}
      path={path}
      version={version}
      fields={[{ name: 'note', label: t`Note, in Markdown`, value: note, optional: true, multiline: true, maxLength: 10_000 }]}
      constants={{ group }}
      draft={`note:${uuid}`}
      gone={isGone ? gone : undefined}
      {...(queue && {
        later: { isNew: pending, save: (change, base) => queue.add({ type: 'texts', group, target: path, uuid, path, change, base, affected: AFFECTED, title, done } satisfies TextsEdit) },
      })}
      onSaved={() => addStep(group, done)}
      onClose={onClose}
    />
  );
}

interface NoteDialogProps {
  annotations: readonly Annotation[];
  isLoaded: boolean;
  edits: AnnotationEdits;
}

/** The dialog of the note that is being written. It stays open if its annotation is removed meanwhile. It is loaded before a connection may be lost. */
export function NoteDialog({ annotations, isLoaded, edits }: NoteDialogProps) {
  const { noted, setNoted } = useAnnotatorState();
  const loaded = useEditDialogPart(useAfterFirstView());
  if (!noted) return null;
  const isGone = isLoaded && !annotations.some(({ uuid }) => uuid === noted.uuid);
  return <Note key={noted.uuid} annotation={noted} isGone={isGone} edits={edits} loaded={loaded} onClose={() => setNoted(null)} />;
}

// Notes that the server has not stored yet, in the list of annotations.

/** Return the annotations with the notes that wait. */
export function useWaitingNotes(annotations: readonly Annotation[], queue: EditQueue): readonly Annotation[] {
  const edits = useWaitingEdits<TextsEdit>('texts', queue);
  return useMemo(() => {
    const notes = new Map(edits.flatMap(({ uuid, change: { note } }) => (note === undefined ? [] : [[uuid, note] as const])));
    if (notes.size === 0) return annotations;
    return annotations.map((each) => ({ ...each, ...(notes.has(each.uuid) && { note: notes.get(each.uuid) ?? '', pending: true }) }));
  }, [annotations, edits]);
}
