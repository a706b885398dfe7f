import { MailPlus } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { FieldForm } from '@/components/ui/field-form';
import { Notice } from '@/components/ui/notice';
import { exactTime, relativeTime } from '@/lib/time';

import { useInvitations, useInvite, useWithdrawInvitation, type Invitation } from '../api/invitations';
import styles from './account.module.css';
import { PagedList } from './paged-list';
import { Section } from './section';

function statusText({ accepted, expires }: Invitation): string {
  if (accepted) return `accepted ${relativeTime(accepted)}`;
  return Date.parse(expires) <= Date.now() ? `expired ${relativeTime(expires)}` : `expires ${exactTime(expires)}`;
}

function InviteForm() {
  const invite = useInvite();
  return (
    <FieldForm
      label="Invite a user"
      field={{ label: 'E-mail', type: 'email', autoComplete: 'off' }}
      name="email"
      submit="Send invitation"
      busy={invite.isPending}
      error={invite.error}
      onSubmit={(email, reset) => invite.mutate(email, { onSuccess: reset })}
    />
  );
}

function Invitations() {
  const list = useInvitations();
  const withdraw = useWithdrawInvitation();
  const empty = (
    <Notice icon={<MailPlus />} title="No invitations">
      An invitation is valid for seven days and can be used once.
    </Notice>
  );
  return (
    <PagedList label="Invitations" errorTitle="The invitations could not be loaded" list={list} empty={empty}>
      {(invitation) => (
        <li key={invitation.id} className={styles['item']}>
          <div>
            <p className={styles['name']}>{invitation.email}</p>
            <p className={styles['facts']}>
              Invited by {invitation.invited_by} · {statusText(invitation)}
            </p>
          </div>
          {!invitation.accepted && (
            <Button size="small" aria-label={`Withdraw invitation of ${invitation.email}`} busy={withdraw.isPending} onClick={() => withdraw.mutate(invitation.id)}>
              Withdraw
            </Button>
          )}
        </li>
      )}
    </PagedList>
  );
}

export function InvitationList() {
  return (
    <>
      <Section title="Invite a user" about="We send an e-mail with a link to create an account.">
        <InviteForm />
      </Section>
      <Section wide title="Invitations">
        <Invitations />
      </Section>
    </>
  );
}
