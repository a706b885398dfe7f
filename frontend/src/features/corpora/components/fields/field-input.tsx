import { t } from '@lingui/core/macro';
import { useState, type KeyboardEvent } from 'react';

import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';

import type { DocumentField } from '../../api/fields';
import styles from './fields.module.css';

interface FieldInputProps {
  field: Pick<DocumentField, 'name' | 'type' | 'choices'>;
  values: readonly string[];
  error?: string | undefined;
  /** the values to store; none clears them */
  onSave: (values: string[]) => void;
}

const TYPES = { DATE: 'date', URL: 'url' } as const;

/** An input that saves its text when it is left, or with Enter. */
function TextInput({ field: { name, type }, values, error, onSave }: FieldInputProps) {
  const saved = values[0] ?? '';
  const [shown, setShown] = useState(saved);
  const [text, setText] = useState(saved);
  // A value that was stored meanwhile replaces the draft.
  if (saved !== shown) {
    setShown(saved);
    setText(saved);
  }
  const save = () => text.trim() !== saved && onSave(text.trim() === '' ? [] : [text.trim()]);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') save();
    if (key === 'Escape') setText(saved);
  };
  return (
    <Field
      label={name}
      type={type === 'DATE' || type === 'URL' ? TYPES[type] : 'text'}
      inputMode={type === 'NUMBER' ? 'decimal' : undefined}
      maxLength={2000}
      value={text}
      error={error}
      onChange={({ target }) => setText(target.value)}
      onBlur={save}
      onKeyDown={onKeyDown}
    />
  );
}

function ChoiceInput({ field: { name, type, choices }, values, error, onSave }: FieldInputProps) {
  const options = type === 'BOOLEAN' ? [['true', t`Yes`] as const, ['false', t`No`] as const] : choices.map((choice) => [choice, choice] as const);
  return (
    <div className={styles['value']}>
      <span className={styles['label']} aria-hidden="true">
        {name}
      </span>
      <Select label={name} value={values[0] ?? ''} onChange={({ target }) => onSave(target.value === '' ? [] : [target.value])}>
        <option value="">{t`None`}</option>
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      {error && <p role="alert">{error}</p>}
    </div>
  );
}

function ListInput({ field: { name, choices }, values, error, onSave }: FieldInputProps) {
  return (
    <fieldset className={styles['value']}>
      <legend className={styles['label']}>{name}</legend>
      {choices.map((choice) => (
        <span key={choice}>
          <Checkbox
            label={choice}
            checked={values.includes(choice)}
            onChange={(on) => onSave(choices.filter((each) => (each === choice ? on : values.includes(each))))}
          />{' '}
          <span aria-hidden="true">{choice}</span>
        </span>
      ))}
      {error && <p role="alert">{error}</p>}
    </fieldset>
  );
}

/** An input that fits the type of a field. */
export function FieldInput(props: FieldInputProps) {
  switch (props.field.type) {
    case 'BOOLEAN':
    case 'ENUM':
      return <ChoiceInput {...props} />;
    case 'LIST':
      return <ListInput {...props} />;
    default:
      return <TextInput {...props} />;
  }
}
