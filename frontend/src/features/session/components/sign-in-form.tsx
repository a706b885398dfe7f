import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Form, HelpText } from '@/components/ui/form';
import { toApiError } from '@/lib/errors';
import { fieldError, formError } from '@/lib/form-errors';

import { canUsePasskeys, signInWithPasskey } from '../api/passkey';
import { sessionOptions, signIn, type SessionUser } from '../api/session';

const EMPTY = { username: '', password: '', code: '' };

/** Asks for the name and the password, and then, if the user has a second factor, for its code; or for a passkey. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const queryClient = useQueryClient();
  const [fields, setFields] = useState(EMPTY);
  const [needsCode, setNeedsCode] = useState(false);
  const [hasApp, setHasApp] = useState(true);
  const codeField = useRef<HTMLInputElement>(null);
  const begin = (user: SessionUser | null) => {
    queryClient.clear();
    queryClient.setQueryData(sessionOptions.queryKey, user);
    onSignedIn();
  };
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: begin });
  const attempt = useMutation({
    mutationFn: signIn,
    onMutate: passkey.reset,
    onSuccess: begin,
    onError: (refusal) => {
      const { code: reason, data } = toApiError(refusal);
      if (reason !== 'second_factor_needed') return;
      setNeedsCode(true);
      setHasApp(data['app'] !== false);
    },
  });
  const { code, ...credentials } = fields;
  const isAsked = toApiError(attempt.error).code === 'second_factor_needed';
  const error = passkey.error ?? (isAsked ? undefined : attempt.error);
  const submit = () => attempt.mutate(needsCode ? { ...credentials, code } : credentials);
  const startAgain = () => {
    setFields(EMPTY);
    setNeedsCode(false);
    attempt.reset();
    passkey.reset();
  };
  useEffect(() => {
    if (!needsCode || !attempt.error) return;
    codeField.current?.focus();
    codeField.current?.select();
  }, [needsCode, attempt.error]);
  const field = (name: keyof typeof EMPTY) => ({
    name,
    required: true,
    value: fields[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setFields((now) => ({ ...now, [name]: target.value })),
  });
  return (
    <Form
      onSubmit={submit}
      error={error ? formError(error, needsCode ? ['code'] : []) : undefined}
      actions={
        <>
          <Button type="submit" variant="primary" busy={attempt.isPending}>
            {attempt.isPending ? t`Signing in…` : t`Sign in`}
          </Button>
          {canUsePasskeys() && (
            <Button busy={passkey.isPending} onClick={() => passkey.mutate()}>
              {t`Use a passkey`}
            </Button>
          )}
          {needsCode && (
            <Button variant="quiet" onClick={startAgain}>
              {t`Use another account`}
            </Button>
          )}
        </>
      }
    >
      {needsCode ? (
        <>
          <Field ref={codeField} label={t`Code`} autoComplete="one-time-code" maxLength={64} error={fieldError(attempt.error, 'code')} {...field('code')} />
          <HelpText>{hasApp ? t`Of your authenticator app, or one of your recovery codes.` : t`One of your recovery codes; or use your passkey.`}</HelpText>
        </>
      ) : (
        <>
          <Field label={t`User name or e-mail`} autoComplete="username" {...field('username')} />
          <Field label={t`Password`} type="password" autoComplete="current-password" {...field('password')} />
        </>
      )}
    </Form>
  );
}
