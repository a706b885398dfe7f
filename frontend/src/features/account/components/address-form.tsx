import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import type { SessionUser } from '@/features/session/api/session';
import { fieldError, formError } from '@/lib/form-errors';

import { useChangeProfile, useSendConfirmation } from '../api/me';
import styles from './account.module.css';
import { Section } from './section';

function sentence({ email, email_confirmed, pending_email }: SessionUser): string {
  if (pending_email) return `A letter went to ${pending_email}. The address counts once you have followed its link.`;
  if (!email) return 'Without an address you cannot set a new password when you have forgotten yours.';
  return email_confirmed ? 'Confirmed.' : `A letter went to ${email}. Follow its link to confirm the address.`;
}

export function AddressForm({ user }: { user: SessionUser }) {
  const [email, setEmail] = useState(user.pending_email || user.email);
  const [password, setPassword] = useState('');
  const change = useChangeProfile('A letter is on its way to the new address.');
  const again = useSendConfirmation();
  const waits = user.pending_email !== '' || (user.email !== '' && !user.email_confirmed);
  return (
    <Section title="E-mail" about={sentence(user)}>
      <Form
        label="E-mail"
        onSubmit={() => change.mutate({ email, current_password: password }, { onSuccess: () => setPassword('') })}
        error={formError(change.error, ['email', 'current_password'])}
        actions={
          <div className={styles['actions']}>
            <Button type="submit" busy={change.isPending}>
              Change the address
            </Button>
            {waits && (
              <Button variant="quiet" busy={again.isPending} onClick={() => again.mutate()}>
                Send the letter again
              </Button>
            )}
          </div>
        }
      >
        <Field
          label="Address"
          type="email"
          autoComplete="email"
          required
          value={email}
          error={fieldError(change.error, 'email')}
          onChange={({ target }) => setEmail(target.value)}
        />
        {user.has_password && (
          <Field
            label="Your password, to be sure it is you"
            type="password"
            autoComplete="current-password"
            required
            value={password}
            error={fieldError(change.error, 'current_password')}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </Form>
    </Section>
  );
}
