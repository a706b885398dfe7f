import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Form, Hint } from '@/components/ui/form';
import { fieldError, formError } from '@/lib/form-errors';
import { showToast } from '@/lib/toasts';

import { register, type Invited } from '../api/registration';
import { sessionOptions, signIn } from '../api/session';

const FIELDS = ['name', 'username', 'email', 'password'];

interface SignUpFormProps {
  invitation?: { token: string; invited: Invited };
  onSignedIn: () => void;
}

/** Makes an account and signs in with it. The address of an invitation cannot be changed: the letter went there. */
export function SignUpForm({ invitation, onSignedIn }: SignUpFormProps) {
  const queryClient = useQueryClient();
  const [fields, setFields] = useState({ name: '', username: '', email: invitation?.invited.email ?? '', password: '' });
  const make = useMutation({
    mutationFn: async () => {
      const { email, ...rest } = fields;
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      await register({ ...rest, time_zone, ...(invitation ? { invitation: invitation.token } : email && { email }) });
      return signIn({ username: fields.username, password: fields.password });
    },
    onSuccess: (user) => {
      queryClient.clear();
      queryClient.setQueryData(sessionOptions.queryKey, user);
      if (!invitation) showToast({ text: `A letter went to ${fields.email}. Follow its link to confirm the address.` });
      onSignedIn();
    },
  });
  const field = (name: keyof typeof fields) => ({
    name,
    value: fields[name],
    error: fieldError(make.error, name),
    onChange: ({ target }: { target: HTMLInputElement }) => setFields({ ...fields, [name]: target.value }),
  });
  return (
    <Form
      onSubmit={() => make.mutate()}
      error={formError(make.error, FIELDS)}
      actions={
        <Button type="submit" variant="primary" busy={make.isPending}>
          {make.isPending ? 'Making your account…' : 'Make the account'}
        </Button>
      }
    >
      <Field label="Your name" autoComplete="name" maxLength={150} {...field('name')} />
      <Field label="User name" autoComplete="username" required maxLength={150} {...field('username')} />
      <Field label="E-mail" type="email" autoComplete="email" required readOnly={invitation !== undefined} {...field('email')} />
      <Field label="Password" type="password" autoComplete="new-password" required minLength={8} {...field('password')} />
      <Hint>Eight characters or more. Three or four words that do not belong together are easy to remember and hard to guess.</Hint>
    </Form>
  );
}
