import { useState, type InputHTMLAttributes, type ReactNode } from 'react';

import { fieldError, formError } from '@/lib/form-errors';

import { Button } from './button';
import { Field } from './field';
import { Form } from './form';

interface FieldFormProps {
  /** accessible name of the form */
  label?: string;
  field: InputHTMLAttributes<HTMLInputElement> & { label: string };
  /** name of the field in error responses */
  name: string;
  submit: string;
  icon?: ReactNode;
  busy: boolean;
  error: Error | null;
  /** `reset` empties the field, unless it has been changed in the meantime */
  onSubmit: (value: string, reset: () => void) => void;
  children?: ReactNode;
}

/** A form with one field. */
export function FieldForm({ label, field, name, submit, icon, busy, error, onSubmit, children }: FieldFormProps) {
  const [value, setValue] = useState('');
  return (
    <Form
      {...(label && { label })}
      onSubmit={() => onSubmit(value, () => setValue((current) => (current === value ? '' : current)))}
      error={formError(error, [name])}
      actions={
        <Button type="submit" variant="primary" icon={icon} busy={busy}>
          {submit}
        </Button>
      }
    >
      <Field {...field} required value={value} error={fieldError(error, name)} onChange={({ target }) => setValue(target.value)} />
      {children}
    </Form>
  );
}
