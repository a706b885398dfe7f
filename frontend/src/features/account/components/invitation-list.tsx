import { t } from '@lingui/core/macro';
import { MailPlus } from 'lucide-react';

import { Button } from '@/components/ui/button';
import { FieldForm } from '@/components/ui/field-form';
import { Notice } from '@/components/ui/notice';
import { sendJson } from '@/lib/http';
import { useRestPages } from '@/lib/rest-pages';
import { exactTime, relativeTime } from '@/lib/time';
import { showToast } from '@/lib/toasts';
import { ignoreError, useInvalidatingMutation } from '@/lib/use-invalidating-mutation';

import styles from './account.module.css';
import { PagedList } from './paged-list';
import { Section } from './section';

// Invitations to create an account; for staff.

const PATH = '/api/v1/auth/invitations';
const KEY = ['invitations'];

interface Invitation {
  id: string;
  email: string;
  invited_by: string;
  created: string;
  expires: string;
  accepted: string | null;
}

const useInvitations = () => useRestPages<Invitation>(KEY, PATH);

const useInvite = () =>
  useInvalidatingMutation({
    mutationFn: (email: string) => sendJson<Invitation>(PATH, 'POST', { email }),
    affected: [KEY],
    onSuccess: ({ email }) => showToast({ text: t`Invitation sent to ${email}.` }),
    onError: ignoreError,
  });

const useWithdrawInvitation = () =>
  useInvalidatingMutation({ mutationFn: (id: string) => sendJson<void>(`${PATH}/${id}`, 'DELETE'), affected: [KEY] });

function statusText({ accepted, expires }: Invitation): string {
  if (accepted) return t`accepted ${relativeTime(accepted)}`;
  return Date.parse(expires) <= Date.now() ? t`expired ${relativeTime(expires)}` : t`expires ${exactTime(expires)}`;
}

function InviteForm() {
  const invite = useInvite();
  return (
    <FieldForm
      label={t`Invite a user`}
      field={{ label: t`E-mail`, type: 'email', autoComplete: 'off' }}
      name="email"
      submit={t`Send invitation`}
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
    <Notice icon={<MailPlus />} title={t`No invitations`}>
      {t`An invitation is valid for seven days and can be used once.`}
    </Notice>
  );
  return (
    <PagedList label={t`Invitations`} errorTitle={t`The invitations could not be loaded`} list={list} empty={empty}>
      {(invitation) => (
        <li key={invitation.id} className={styles['item']}>
          <div>
            <p className={styles['name']}>{invitation.email}</p>
            <p className={styles['facts']}>
              {t`Invited by ${invitation.invited_by} · ${statusText(invitation)}`}
            </p>
          </div>
          {!invitation.accepted && (
            <Button size="small" aria-label={t`Withdraw invitation of ${invitation.email}`} busy={withdraw.isPending} onClick={() => withdraw.mutate(invitation.id)}>
              {t`Withdraw`}
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
      <Section title={t`Invite a user`} about={t`We send an e-mail with a link to create an account.`}>
        <InviteForm />
      </Section>
      <Section wide title={t`Invitations`}>
        <Invitations />
      </Section>
    </>
  );
}
