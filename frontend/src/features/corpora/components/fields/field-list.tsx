import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
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
import { hasChoices } from '../../model/field-choices';
import { EditField } from './edit-field';
import styles from './fields.module.css';

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

function FieldRow({ corpusId, field, last, editable }: { corpusId: string; field: DocumentField; last: number; editable: boolean }) {
  const { uuid, name, description, type, choices, position, valueCount } = field;
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const move = useUpdateField(corpusId);
  const remove = useDeleteField();
  const moveTo = (place: number) => place >= 0 && place <= last && move.mutate({ id: uuid, position: place });
  if (editing) {
    return (
      <li className={styles['row']}>
        <EditField corpusId={corpusId} field={field} onClose={() => setEditing(false)} />
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
            <FieldRow key={field.uuid} corpusId={corpus.uuid} field={field} last={fields.data.length - 1} editable={editable} />
          ))}
        </ul>
      )}
    </section>
  );
}
