import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { fieldError, formError } from '@/lib/form-errors';

import { askForReset } from '../api/registration';

/** Says the same whether somebody has the address or not. */
export function ForgotForm() {
  const [email, setEmail] = useState('');
  const ask = useMutation({ mutationFn: () => askForReset(email) });
  if (ask.isSuccess) {
    return <p role="status">If an account has the address {email}, a letter with a link is on its way. The link works for one hour.</p>;
  }
  return (
    <Form
      onSubmit={() => ask.mutate()}
      error={formError(ask.error, ['email'])}
      actions={
        <Button type="submit" variant="primary" busy={ask.isPending}>
          Send the letter
        </Button>
      }
    >
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="email"
        required
        value={email}
        error={fieldError(ask.error, 'email')}
        onChange={(event) => setEmail(event.target.value)}
      />
    </Form>
  );
}
