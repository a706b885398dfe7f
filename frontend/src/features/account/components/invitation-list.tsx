import { MailPlus } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Field } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { fieldError, formError } from '@/lib/form-errors';
import { exactTime, relativeTime } from '@/lib/time';

import { useInvitations, useInvite, useWithdrawInvitation, type Invitation } from '../api/invitations';
import styles from './account.module.css';
import { Section } from './section';

function outcome({ accepted, expires }: Invitation): string {
  if (accepted) return `accepted ${relativeTime(accepted)}`;
  return Date.parse(expires) <= Date.now() ? `ended ${relativeTime(expires)}` : `waits until ${exactTime(expires)}`;
}

function InviteForm() {
  const [email, setEmail] = useState('');
  const invite = useInvite();
  return (
    <Form
      label="Invite somebody"
      onSubmit={() => invite.mutate(email, { onSuccess: () => setEmail('') })}
      error={formError(invite.error, ['email'])}
      actions={
        <div>
          <Button type="submit" variant="primary" busy={invite.isPending}>
            Send the invitation
          </Button>
        </div>
      }
    >
      <Field
        label="E-mail of the one you invite"
        type="email"
        autoComplete="off"
        required
        value={email}
        error={fieldError(invite.error, 'email')}
        onChange={({ target }) => setEmail(target.value)}
      />
    </Form>
  );
}

function Invitations() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInvitations();
  const withdraw = useWithdrawInvitation();
  if (error) return <ErrorNotice title="The invitations could not be loaded" error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={56} />;
  const invitations = data.pages.flatMap((page) => page.results);
  if (invitations.length === 0) {
    return (
      <Notice icon={<MailPlus />} title="No invitations">
        Whoever gets one can make an account with it, once, within seven days.
      </Notice>
    );
  }
  return (
    <>
      <ul className={styles['tokens']} aria-label="Invitations">
        {invitations.map((invitation) => (
          <li key={invitation.id} className={styles['token']}>
            <div>
              <p className={styles['name']}>{invitation.email}</p>
              <p className={styles['facts']}>
                from {invitation.invited_by} · {outcome(invitation)}
              </p>
            </div>
            {!invitation.accepted && (
              <Button size="small" aria-label={`Withdraw the invitation of ${invitation.email}`} busy={withdraw.isPending} onClick={() => withdraw.mutate(invitation.id)}>
                Withdraw
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

export function InvitationList() {
  return (
    <>
      <Section title="Invite somebody" about="They get a letter with a link to make their account.">
        <InviteForm />
      </Section>
      <Section wide title="Invitations">
        <Invitations />
      </Section>
    </>
  );
}
