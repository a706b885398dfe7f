import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { toApiError } from '@/lib/errors';

import { sessionOptions, signIn } from '../api/session';
import styles from './sign-in-form.module.css';

function sentence(error: unknown): string {
  const { code, message } = toApiError(error);
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.mutate({ username, password });
  };
  return (
    <form className={styles['form']} onSubmit={submit}>
      <Field label="User name" name="username" autoComplete="username" required value={username} onChange={(event) => setUsername(event.target.value)} />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {attempt.isError && (
        <p role="alert" className={styles['error']}>
          {sentence(attempt.error)}
        </p>
      )}
      <Button type="submit" variant="primary" busy={attempt.isPending}>
        {attempt.isPending ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
}
