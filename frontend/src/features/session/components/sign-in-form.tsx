import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { toApiError } from '@/lib/errors';

import { sessionOptions, signIn } from '../api/session';
import { waitSentence } from '../model/wait';

function sentence(error: unknown): string {
  const { code, message, data } = toApiError(error);
  if (code === 'too_many_attempts') return waitSentence(data['retry_after']);
  return code === 'invalid_credentials' ? 'That name and password do not match. Check both and try again.' : message;
}

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
      error={attempt.isError ? sentence(attempt.error) : undefined}
      actions={
        <Button type="submit" variant="primary" busy={attempt.isPending}>
          {attempt.isPending ? 'Signing in…' : 'Sign in'}
        </Button>
      }
    >
      <Field label="User name or e-mail" name="username" autoComplete="username" required value={username} onChange={(event) => setUsername(event.target.value)} />
      <Field
        label="Password"
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
