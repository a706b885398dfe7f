import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import type { SessionUser } from '@/features/session/api/session';
import { fieldError, formError } from '@/lib/form-errors';

import { signOutEverywhere, useChangePassword } from '../api/profile';
import styles from './account.module.css';
import { Section } from './section';

const EMPTY = { current_password: '', new_password: '', revoke_api_tokens: false };

export function PasswordForm({ user, onSignedOut }: { user: SessionUser; onSignedOut: () => void }) {
  const [fields, setFields] = useState(EMPTY);
  const change = useChangePassword();
  const signOutAll = useMutation({ mutationFn: signOutEverywhere, onSuccess: onSignedOut });
  const field = (name: 'current_password' | 'new_password') => ({
    type: 'password',
    required: true,
    value: fields[name],
    error: fieldError(change.error, name),
    onChange: ({ target }: { target: HTMLInputElement }) => setFields({ ...fields, [name]: target.value }),
  });
  const label = t`End all other access, too`;
  const about = t`API tokens, share links, calendar addresses and signing secrets end; programs that use them stop working until you give them new ones.`;
  return (
    <Section title={t`Password and sessions`}>
      <Form
        label={t`Password`}
        onSubmit={() => change.mutate(fields, { onSuccess: () => setFields((now) => (now === fields ? EMPTY : now)) })}
        error={formError(change.error, ['current_password', 'new_password'])}
        actions={
          <div className={styles['actions']}>
            <Button type="submit" busy={change.isPending} disabled={!user.has_password}>
              {t`Change password`}
            </Button>
            <Button variant="quiet" busy={signOutAll.isPending} onClick={() => signOutAll.mutate()}>
              {t`Sign out everywhere`}
            </Button>
          </div>
        }
      >
        {user.has_password ? (
          <>
            <Field label={t`Current password`} autoComplete="current-password" {...field('current_password')} />
            <Field label={t`New password`} autoComplete="new-password" minLength={8} {...field('new_password')} />
            <div className={styles['scope']}>
              <Checkbox
                label={t`${label}: ${about}`}
                checked={fields.revoke_api_tokens}
                onChange={(revoke_api_tokens) => setFields({ ...fields, revoke_api_tokens })}
              />
              <div aria-hidden="true">
                {label} <span>{about}</span>
              </div>
            </div>
          </>
        ) : (
          <p className={styles['about']}>{t`You sign in through your provider. To set a password here, use “Forgot your password?” on the sign-in page.`}</p>
        )}
      </Form>
    </Section>
  );
}
