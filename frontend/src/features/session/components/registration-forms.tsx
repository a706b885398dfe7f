import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FieldForm } from '@/components/ui/field-form';
import { Form, HelpText } from '@/components/ui/form';
import { fieldError, formError } from '@/lib/form-errors';
import { showToast } from '@/lib/toasts';

import { register, requestPasswordReset, resetPassword, type InvitationPreview } from '../api/registration';
import { sessionOptions, signIn } from '../api/session';

const FIELDS = ['name', 'username', 'email', 'password'];

interface SignUpFormProps {
  invitation?: { token: string; preview: InvitationPreview };
  onSignedIn: () => void;
}

/** Creates an account and signs in. The address of an invitation cannot be changed. */
export function SignUpForm({ invitation, onSignedIn }: SignUpFormProps) {
  const queryClient = useQueryClient();
  const [fields, setFields] = useState({ name: '', username: '', email: invitation?.preview.email ?? '', password: '' });
  const create = useMutation({
    mutationFn: async () => {
      const { email, ...rest } = fields;
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      await register({ ...rest, time_zone, ...(invitation ? { invitation: invitation.token } : email && { email }) });
      return signIn({ username: fields.username, password: fields.password });
    },
    onSuccess: (user) => {
      queryClient.clear();
      queryClient.setQueryData(sessionOptions.queryKey, user);
      if (!invitation) showToast({ text: t`We sent an e-mail to ${fields.email}. Click the link in it to confirm your address.` });
      onSignedIn();
    },
  });
  const field = (name: keyof typeof fields) => ({
    name,
    value: fields[name],
    error: fieldError(create.error, name),
    onChange: ({ target }: { target: HTMLInputElement }) => setFields({ ...fields, [name]: target.value }),
  });
  return (
    <Form
      onSubmit={() => create.mutate()}
      error={formError(create.error, FIELDS)}
      actions={
        <Button type="submit" variant="primary" busy={create.isPending}>
          {create.isPending ? t`Creating account…` : t`Create account`}
        </Button>
      }
    >
      <Field label={t`Your name`} autoComplete="name" maxLength={150} {...field('name')} />
      <Field label={t`User name`} autoComplete="username" required maxLength={150} {...field('username')} />
      <Field label={t`E-mail`} type="email" autoComplete="email" required readOnly={invitation !== undefined} {...field('email')} />
      <Field label={t`Password`} type="password" autoComplete="new-password" required minLength={8} {...field('password')} />
      <HelpText>{t`At least 8 characters. Three or four unrelated words are easy to remember and hard to guess.`}</HelpText>
    </Form>
  );
}

/** Shows the same text whether or not an account has the address. */
export function ForgotPasswordForm() {
  const reset = useMutation({ mutationFn: requestPasswordReset });
  if (reset.isSuccess) {
    return <p role="status">{t`If there is an account with the address ${reset.variables}, we have sent it an e-mail with a link. The link is valid for one hour.`}</p>;
  }
  return (
    <FieldForm
      field={{ label: t`E-mail`, type: 'email', autoComplete: 'email' }}
      name="email"
      submit={t`Send reset e-mail`}
      busy={reset.isPending}
      error={reset.error}
      onSubmit={(email) => reset.mutate(email)}
    />
  );
}

export function NewPasswordForm({ token, onDone }: { token: string; onDone: () => void }) {
  const reset = useMutation({ mutationFn: (password: string) => resetPassword(token, password), onSuccess: onDone });
  return (
    <FieldForm
      field={{ label: t`New password`, type: 'password', autoComplete: 'new-password', minLength: 8 }}
      name="new_password"
      submit={t`Set password`}
      busy={reset.isPending}
      error={reset.error}
      onSubmit={(password) => reset.mutate(password)}
    >
      <HelpText>{t`You will be signed out on all devices.`}</HelpText>
    </FieldForm>
  );
}
