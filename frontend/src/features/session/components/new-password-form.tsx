import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Form, Hint } from '@/components/ui/form';
import { fieldError, formError } from '@/lib/form-errors';

import { resetPassword } from '../api/registration';

export function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const [password, setPassword] = useState('');
  const set = useMutation({ mutationFn: () => resetPassword(token, password), onSuccess: onDone });
  return (
    <Form
      onSubmit={() => set.mutate()}
      error={formError(set.error, ['new_password'])}
      actions={
        <Button type="submit" variant="primary" busy={set.isPending}>
          Set the password
        </Button>
      }
    >
      <Field
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={8}
        value={password}
        error={fieldError(set.error, 'new_password')}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Hint>Wherever you are signed in now, you will be signed out.</Hint>
    </Form>
  );
}
