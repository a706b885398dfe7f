import { t } from '@lingui/core/macro';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';

import { fieldError, formError } from '@/lib/form-errors';

import { Button } from './button';
import { Dialog, DialogActions, DialogBody } from './dialog';
import { Field } from './field';
import { Form } from './form';

interface NameDialogProps<Input, Result> {
  title: string;
  description?: string;
  label?: string;
  maxLength: number;
  confirm: string;
  mutation: UseMutationResult<Result, Error, Input>;
  inputFor: (name: string) => Input;
  onClose: () => void;
}

/** Creates an object that only needs a name. */
export function NameDialog<Input, Result>({ title, description, label = t`Name`, maxLength, confirm, mutation, inputFor, onClose }: NameDialogProps<Input, Result>) {
  const [name, setName] = useState('');
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title} {...(description && { description })}>
      <DialogBody>
        <Form
          onSubmit={() => mutation.mutate(inputFor(name.trim()), { onSuccess: onClose })}
          error={formError(mutation.error, ['name'])}
          actions={
            <DialogActions>
              <Button onClick={onClose}>{t`Cancel`}</Button>
              <Button type="submit" variant="primary" busy={mutation.isPending} disabled={name.trim() === ''}>
                {confirm}
              </Button>
            </DialogActions>
          }
        >
          <Field label={label} required maxLength={maxLength} value={name} error={fieldError(mutation.error, 'name')} onChange={({ target }) => setName(target.value)} />
        </Form>
      </DialogBody>
    </Dialog>
  );
}
