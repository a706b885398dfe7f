import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import type { SessionUser } from '@/features/session/api/session';
import { clearSent } from '@/lib/clear-sent';
import { fieldError, formError } from '@/lib/form-errors';

import { useChangeProfile, useSendConfirmation } from '../api/profile';
import styles from './account.module.css';
import { PasswordConfirmation } from './password-confirmation';
import { Section } from './section';

function statusText({ email, email_confirmed, pending_email }: SessionUser): string {
  const unconfirmed = pending_email || (email_confirmed ? '' : email);
  if (unconfirmed) return t`We sent an e-mail to ${unconfirmed}. Click the link in it to confirm your address.`;
  return email ? t`Confirmed.` : t`Add an e-mail so you can reset your password.`;
}

export function EmailForm({ user }: { user: SessionUser }) {
  const [email, setEmail] = useState(user.pending_email || user.email);
  const [password, setPassword] = useState('');
  const change = useChangeProfile(t`Confirmation e-mail sent.`);
  const resend = useSendConfirmation();
  const isUnconfirmed = user.pending_email !== '' || (user.email !== '' && !user.email_confirmed);
  return (
    <Section title={t`E-mail`} about={statusText(user)}>
      <Form
        label={t`E-mail`}
        onSubmit={() => change.mutate({ email, current_password: password }, { onSuccess: () => setPassword(clearSent(password)) })}
        error={formError(change.error, ['email', 'current_password'])}
        actions={
          <div className={styles['actions']}>
            <Button type="submit" busy={change.isPending}>
              {t`Change e-mail`}
            </Button>
            {isUnconfirmed && (
              <Button variant="quiet" busy={resend.isPending} onClick={() => resend.mutate()}>
                {t`Send it again`}
              </Button>
            )}
          </div>
        }
      >
        <Field
          label={t`E-mail address`}
          type="email"
          autoComplete="email"
          required
          value={email}
          error={fieldError(change.error, 'email')}
          onChange={({ target }) => setEmail(target.value)}
        />
        {user.has_password && <PasswordConfirmation value={password} error={change.error} onChange={setPassword} />}
      </Form>
    </Section>
  );
}
