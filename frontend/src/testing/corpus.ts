// A corpus as the server keeps it: labels and documents in the order of its arrays, and the edits that were made, which can be undone.
import { editLog } from './edits';
import { connection, corpusRow, labelRow, type Row } from './rows';
import type { Answers } from './server';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type Label = Mutable<ReturnType<typeof labelRow>> & { name: string };

interface Options {
  labels?: readonly string[];
  documents?: readonly Row<'Document'>[];
  corpus?: Row<'Corpus'>;
}

export function editedCorpus({ labels: names = [], documents: rows = [], corpus: given = {} }: Options = {}) {
  const labels = names.map((name): Label => ({ ...labelRow({ name, path: name }), name }));
  const documents = [...rows];
  const { edits, outdated, record, answers: ofEdits } = editLog();
  const corpus = corpusRow({ title: 'Leases', labels: () => labels, documentCount: () => documents.length, ...given });

  const labelOf = (id: string) => labels.find(({ uuid }) => uuid === id) ?? labelGone(id);
  const remove = (label: Label) => void labels.splice(labels.indexOf(label), 1);
  const rename = (label: Label, { group, ...after }: { group?: string; name?: string }) => {
    const { name, color, description = '' } = label;
    const set = (values: object) => Object.assign(label, values, { version: `${Number(label.version) + 1}` });
    set(after);
    const replays = { undo: () => void set({ name, color, description }), redo: () => void set(after) };
    record(group, { subject: 'LABEL', kind: 'CHANGED', labelName: label.name, valueBefore: name, valueAfter: label.name }, replays);
    return { ...label };
  };

  const answers: Required<Answers> = {
    query: { corpus: () => corpus, documents: () => connection(documents), ...ofEdits.query },
    mutation: {
      ...ofEdits.mutation,
      createLabel: ({ input: { name, color, group } }) => {
        const label: Label = { ...labelRow({ name, path: name, color: color ?? '' }), name };
        const add = () => void labels.push(label);
        add();
        record(group, { subject: 'LABEL', kind: 'CREATED', labelName: name }, { undo: () => remove(label), redo: add });
        return { label };
      },
      updateLabel: ({ input: { id, archived, group } }) => {
        const label = labelOf(id);
        const set = (value: boolean) => void (label.archived = value ? '2026-03-02T11:00:00Z' : null);
        set(archived ?? false);
        record(group, { subject: 'LABEL', kind: 'CHANGED', labelName: label.name }, { undo: () => set(!archived), redo: () => set(archived ?? false) });
        return { label };
      },
      deleteLabel: ({ input: { id, group } }) => {
        const label = labelOf(id);
        const place = labels.indexOf(label);
        remove(label);
        record(group, { subject: 'LABEL', kind: 'DELETED', labelName: label.name }, { undo: () => void labels.splice(place, 0, label), redo: () => remove(label) });
        return { deletedId: id };
      },
    },
    rest: Object.fromEntries(labels.map((label) => [`PATCH /api/v1/labels/${label.uuid}`, ({ body }: { body: unknown }) => rename(label, body as { group?: string })])),
  };
  return { corpus, labels, documents, edits, outdated, record, answers, address: `/c/${corpus.uuid}` };
}

function labelGone(id: string): never {
  throw new Error(`The corpus has no label ${id}.`);
}
