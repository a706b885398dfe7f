import { t } from '@lingui/core/macro';

import { Button } from '@/components/ui/button';
import { afterMutation } from '@/lib/after-mutation';
import { showErrorToast, showToast } from '@/lib/toasts';
import { displayName } from '@/lib/users';

import { useAnswerInvitation, type TeamInvitation } from '../api/teams';
import styles from './teams.module.css';

/** An invitation to a team: its user accepts or declines. */
export function InvitationCard({ invitation: { id, team, role, created_by } }: { invitation: TeamInvitation }) {
  const accept = useAnswerInvitation('accept');
  const decline = useAnswerInvitation('decline');
  const answer = (mutation: typeof accept, text: string) => void afterMutation(mutation.mutateAsync(id), () => showToast({ text }), showErrorToast);
  const busy = accept.isPending || decline.isPending;
  const inviter = created_by ? displayName(created_by) : t`Someone`;
  return (
    <section className={styles['team']} aria-labelledby={`invitation-${id}`}>
      <header className={styles['head']}>
        <h2 id={`invitation-${id}`}>{t`Invitation to ${team.name}`}</h2>
        <span className={styles['space']} />
        <Button size="small" variant="primary" busy={busy} aria-label={t`Accept the invitation to ${team.name}`} onClick={() => answer(accept, t`You are now a member of ${team.name}.`)}>
          {t`Accept`}
        </Button>
        <Button size="small" busy={busy} aria-label={t`Decline the invitation to ${team.name}`} onClick={() => answer(decline, t`You declined the invitation to ${team.name}.`)}>
          {t`Decline`}
        </Button>
      </header>
      <p className="muted">
        {role === 'admin' ? t`${inviter} invites you as an admin.` : t`${inviter} invites you.`}{' '}
        {t`Members see each other’s names and what is shared with the team.`}
      </p>
    </section>
  );
}
