import { t } from '@lingui/core/macro';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';

import { fieldError, formError } from '@/lib/form-errors';

import { Button } from './button';
import { Dialog, DialogActions, DialogBody } from './dialog';
import { Field } from './field';
import { Form } from './form';
import { NotClosed } from './not-closed';
import { useTypedText } from './use-typed-text';

interface NameDialogProps<Input, Result> {
  title: string;
  /** what is named, and of which object: where the name is kept while it is typed */
  place: string;
  description?: string;
  label?: string;
  maxLength: number;
  confirm: string;
  mutation: UseMutationResult<Result, Error, Input>;
  inputFor: (name: string) => Input;
  onClose: () => void;
}

/** Creates an object that only needs a name. What was typed is not thrown away by Escape, a click outside or a reload. */
export function NameDialog<Input, Result>({ title, place, description, label = t`Name`, maxLength, confirm, mutation, inputFor, onClose }: NameDialogProps<Input, Result>) {
  const { text: name, change, forget } = useTypedText(`name:${place}`);
  const [refused, setRefused] = useState(false);
  const isTyped = name.trim() !== '';
  const end = () => {
    forget();
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title} persistent={isTyped} onRefused={() => setRefused(true)} {...(description && { description })}>
      <DialogBody>
        <Form
          onSubmit={() => mutation.mutate(inputFor(name.trim()), { onSuccess: end })}
          error={formError(mutation.error, ['name'])}
          actions={
            <DialogActions>
              <Button onClick={end}>{t`Cancel`}</Button>
              <Button type="submit" variant="primary" busy={mutation.isPending} disabled={!isTyped}>
                {confirm}
              </Button>
            </DialogActions>
          }
        >
          <Field label={label} required maxLength={maxLength} value={name} error={fieldError(mutation.error, 'name')} onChange={({ target }) => change(target.value)} />
          <NotClosed shown={refused && isTyped} />
        </Form>
      </DialogBody>
    </Dialog>
  );
}
