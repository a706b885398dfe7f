import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Field } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { Select } from '@/components/ui/select';
import { SkeletonRows } from '@/components/ui/skeleton';
import { binPeriod } from '@/lib/bin-period';
import { clearSent } from '@/lib/clear-sent';
import { toApiError } from '@/lib/errors';
import { quoted } from '@/lib/format';
import { may } from '@/lib/permissions';

import { documentFieldsOptions, useCreateField, useDeleteField, useUpdateField, type DocumentField, type FieldType } from '../../api/fields';
import type { CorpusDetail } from '../../api/get-corpus';
import styles from './fields.module.css';

// The choices of a field while they are edited.

interface EditedChoice {
  key: number;
  /** its stored name; none of a new one */
  choice?: string;
  name: string;
}

interface ChoiceChanges {
  choices: string[];
  renamedChoices: { choice: DocumentField['choices'][number]; name: string }[];
}

const hasChoices = (type: FieldType) => type === 'ENUM' || type === 'LIST';

/** The names in their new order, and those that are stored under another one. */
export function changedChoices(edited: readonly EditedChoice[]): ChoiceChanges {
  const named = edited.map((each) => ({ ...each, name: each.name.trim() })).filter(({ name }) => name !== '');
  const renamedChoices = named.flatMap(({ choice, name }) => (choice === undefined || choice === name ? [] : [{ choice, name }]));
  return { choices: named.map(({ name }) => name), renamedChoices };
}

/** The choices, with one of them a place further to the front. */
export function movedUp(edited: readonly EditedChoice[], index: number): EditedChoice[] {
  const moved = edited[index];
  if (!moved || index === 0) return [...edited];
  const others = edited.filter((each) => each !== moved);
  return [...others.slice(0, index - 1), moved, ...others.slice(index - 1)];
}

interface ChoicesProps {
  choices: readonly EditedChoice[];
  onChange: (choices: EditedChoice[]) => void;
}

/** The choices of a field, each with its name: renamed ones keep their documents. */
function Choices({ choices, onChange }: ChoicesProps) {
  const rename = (key: number, name: string) => onChange(choices.map((each) => (each.key === key ? { ...each, name } : each)));
  return (
    <fieldset className={styles['choices']}>
      <legend className={styles['label']}>{t`Choices`}</legend>
      {choices.map(({ key, name }, index) => (
        <div key={key} className={styles['form']}>
          <Field label={t`Choice ${index + 1}`} value={name} maxLength={100} required onChange={({ target }) => rename(key, target.value)} />
          <IconButton label={t`Move choice ${index + 1} up`} icon={<ArrowUp />} aria-disabled={index === 0} onClick={() => onChange(movedUp(choices, index))} />
          <IconButton label={t`Remove choice ${index + 1}`} icon={<Trash2 />} onClick={() => onChange(choices.filter((each) => each.key !== key))} />
        </div>
      ))}
      <Button onClick={() => onChange([...choices, { key: Math.max(-1, ...choices.map((each) => each.key)) + 1, name: '' }])}>
        <Plus aria-hidden="true" /> {t`Add a choice`}
      </Button>
    </fieldset>
  );
}

/** A form for the name, the description and the choices of a field. */
function EditField({ field, onClose }: { field: DocumentField; onClose: () => void }) {
  const [name, setName] = useState(field.name);
  const [description, setDescription] = useState(field.description);
  const [choices, setChoices] = useState<readonly EditedChoice[]>(() => field.choices.map((choice, key) => ({ key, choice, name: choice })));
  const update = useUpdateField(() => undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const change = { id: field.uuid, name: name.trim(), description: description.trim(), version: field.version };
    update.mutate(hasChoices(field.type) ? { ...change, ...changedChoices(choices) } : change, { onSuccess: onClose });
  };
  return (
    <form className={styles['edit']} onSubmit={submit} aria-label={t`Edit ${field.name}`}>
      <div className={styles['form']}>
        <Field label={t`Name`} value={name} maxLength={100} required onChange={({ target }) => setName(target.value)} />
        <Field label={t`Description`} value={description} maxLength={1000} onChange={({ target }) => setDescription(target.value)} />
      </div>
      {hasChoices(field.type) && <Choices choices={choices} onChange={setChoices} />}
      {update.isError && <p role="alert">{toApiError(update.error).message}</p>}
      <div className={styles['form']}>
        <Button type="submit" variant="primary" busy={update.isPending}>
          {t`Save`}
        </Button>
        <Button onClick={onClose}>{t`Cancel`}</Button>
      </div>
    </form>
  );
}

const TYPES: Record<FieldType, string> = {
  STRING: t`Text`,
  NUMBER: t`Number`,
  DATE: t`Date`,
  BOOLEAN: t`Yes or no`,
  ENUM: t`One of the choices`,
  LIST: t`Several of the choices`,
  URL: t`Web address`,
};
const TYPE_NAMES = Object.keys(TYPES) as FieldType[];

const choicesOf = (text: string) => text.split(',').flatMap((each) => each.trim() || []);

function NewField({ corpusId }: { corpusId: string }) {
  const [name, setName] = useState('');
  const [type, setType] = useState<FieldType>('STRING');
  const [description, setDescription] = useState('');
  const [choices, setChoices] = useState('');
  const create = useCreateField(corpusId);
  const done = () => {
    setName(clearSent(name));
    setDescription(clearSent(description));
    setChoices(clearSent(choices));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name: name.trim(), description: description.trim(), type, choices: hasChoices(type) ? choicesOf(choices) : [] }, { onSuccess: done });
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <Field
        label={t`New field`}
        value={name}
        maxLength={100}
        required
        onChange={({ target }) => setName(target.value)}
        error={create.isError ? toApiError(create.error).message : undefined}
      />
      <Select label={t`Type`} value={type} onChange={({ target }) => setType(TYPE_NAMES.find((each) => each === target.value) ?? 'STRING')}>
        {TYPE_NAMES.map((each) => (
          <option key={each} value={each}>
            {TYPES[each]}
          </option>
        ))}
      </Select>
      <Field label={t`Description`} value={description} maxLength={1000} onChange={({ target }) => setDescription(target.value)} />
      {hasChoices(type) && <Field label={t`Choices, with commas between them`} value={choices} required onChange={({ target }) => setChoices(target.value)} />}
      <Button type="submit" variant="primary" busy={create.isPending} disabled={name.trim() === ''}>
        {t`Create field`}
      </Button>
    </form>
  );
}

function FieldRow({ field, last, editable }: { field: DocumentField; last: number; editable: boolean }) {
  const { uuid, name, description, type, choices, position, valueCount } = field;
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const move = useUpdateField();
  const remove = useDeleteField();
  const moveTo = (place: number) => place >= 0 && place <= last && move.mutate({ id: uuid, position: place });
  if (editing) {
    return (
      <li className={styles['row']}>
        <EditField field={field} onClose={() => setEditing(false)} />
      </li>
    );
  }
  return (
    <li className={styles['row']}>
      <span className={styles['name']}>
        {name} <span className="muted">{hasChoices(type) ? `${TYPES[type]}: ${choices.join(', ')}` : TYPES[type]}</span>
        {description && <p className="muted">{description}</p>}
      </span>
      <span className="muted">{plural(valueCount, { one: '# document', other: '# documents' })}</span>
      {editable && (
        <>
          <IconButton label={t`Edit ${name}`} icon={<Pencil />} onClick={() => setEditing(true)} />
          {/* Not disabled at the ends of the list, because they would lose the focus. */}
          <IconButton label={t`Move ${name} up`} icon={<ArrowUp />} aria-disabled={position === 0} onClick={() => moveTo(position - 1)} />
          <IconButton label={t`Move ${name} down`} icon={<ArrowDown />} aria-disabled={position === last} onClick={() => moveTo(position + 1)} />
          <IconButton label={t`Delete ${name}`} icon={<Trash2 />} onClick={() => (valueCount > 0 ? setDeleting(true) : remove.mutate(field))} />
        </>
      )}
      <ConfirmDialog open={deleting} onOpenChange={setDeleting} title={t`Delete ${quoted(name)}?`} confirm={t`Delete field`} onConfirm={() => remove.mutate(field)}>
        {t`It will be moved to the bin for ${binPeriod()}, with the values of ${plural(valueCount, { one: '# document', other: '# documents' })}.`}
      </ConfirmDialog>
    </li>
  );
}

/** The fields of the documents of a corpus, in their order. */
export function FieldList({ corpus }: { corpus: CorpusDetail }) {
  const fields = useQuery(documentFieldsOptions(corpus.uuid));
  const editable = may(corpus, 'EDIT');
  return (
    <section className={styles['fields']} aria-label={t`Fields of documents`}>
      <h2>{t`Fields of documents`}</h2>
      <p className="muted">{t`Each document of the corpus can have a value for each field. The values are in its panel “Details”.`}</p>
      {editable && <NewField corpusId={corpus.uuid} />}
      {fields.isPending && <SkeletonRows rows={2} label={t`Loading the fields`} />}
      {fields.isError && <ErrorNotice title={t`The fields could not be loaded`} error={fields.error} onRetry={() => void fields.refetch()} />}
      {fields.data && fields.data.length > 0 && (
        <ul className={styles['list']} aria-label={t`Fields`}>
          {fields.data.map((field) => (
            <FieldRow key={field.uuid} field={field} last={fields.data.length - 1} editable={editable} />
          ))}
        </ul>
      )}
    </section>
  );
}
