import { t } from '@lingui/core/macro';
import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { IconButton } from '@/components/ui/icon-button';
import { toApiError } from '@/lib/errors';

import { useUpdateField, type DocumentField } from '../../api/fields';
import { changedChoices, hasChoices, movedUp, type EditedChoice } from '../../model/field-choices';
import styles from './fields.module.css';

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
export function EditField({ corpusId, field, onClose }: { corpusId: string; field: DocumentField; onClose: () => void }) {
  const [name, setName] = useState(field.name);
  const [description, setDescription] = useState(field.description);
  const [choices, setChoices] = useState<readonly EditedChoice[]>(() => field.choices.map((choice, key) => ({ key, choice, name: choice })));
  const update = useUpdateField(corpusId, () => undefined);
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
