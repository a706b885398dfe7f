import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { formError } from '@/lib/form-errors';

import { sessionOptions, signIn } from '../api/session';

export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const queryClient = useQueryClient();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: (user) => {
      queryClient.clear();
      queryClient.setQueryData(sessionOptions.queryKey, user);
      onSignedIn();
    },
  });
  return (
    <Form
      onSubmit={() => attempt.mutate({ username, password })}
      error={formError(attempt.error, [])}
      actions={
        <Button type="submit" variant="primary" busy={attempt.isPending}>
          {attempt.isPending ? t`Signing in…` : t`Sign in`}
        </Button>
      }
    >
      <Field label={t`User name or e-mail`} name="username" autoComplete="username" required value={username} onChange={(event) => setUsername(event.target.value)} />
      <Field
        label={t`Password`}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </Form>
  );
}
