import { plural, t } from '@lingui/core/macro';
import { LogOut, Pencil, Trash2, UserMinus } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EditDialog } from '@/components/ui/edit-dialog';
import { Form } from '@/components/ui/form';
import { IconButton } from '@/components/ui/icon-button';
import { NameDialog } from '@/components/ui/name-dialog';
import { Select } from '@/components/ui/select';
import { afterMutation } from '@/lib/after-mutation';
import { clearSent } from '@/lib/clear-sent';
import { formError } from '@/lib/form-errors';
import { showErrorToast, showToast } from '@/lib/toasts';
import { displayName } from '@/lib/users';

import { useAddMember, useAnswerInvitation, useCreateTeam, useDeleteTeam, useRemoveMember, useWithdrawInvitation, type Invite, type Member, type Team, type TeamInvitation, type TeamRole } from '../api/teams';
import styles from './teams.module.css';
import { UserField } from './user-field';

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

const LABEL = t`Team name`;
const MAX_LENGTH = 200;

export function NewTeamDialog({ onClose }: { onClose: () => void }) {
  return (
    <NameDialog
      title={t`New team`}
      place="new-team"
      description={t`Share with all members at once. Members don’t see each other’s documents unless shared.`}
      label={LABEL}
      maxLength={MAX_LENGTH}
      confirm={t`Create team`}
      mutation={useCreateTeam()}
      inputFor={(name) => name}
      onClose={onClose}
    />
  );
}

export function RenameTeamDialog({ team: { id, name, version }, onClose }: { team: Team; onClose: () => void }) {
  return (
    <EditDialog
      title={t`Rename “${name}”`}
      confirm={t`Rename`}
      path={`/api/v1/teams/${id}`}
      version={version}
      draft={`team:${id}`}
      fields={[{ name: 'name', label: LABEL, value: name, maxLength: MAX_LENGTH }]}
      onClose={onClose}
    />
  );
}

function AddMember({ team }: { team: Team }) {
  const [user, setUser] = useState('');
  const add = useAddMember(team.id);
  const change = (value: string) => {
    setUser(value);
    add.reset();
  };
  return (
    <Form
      label={t`Invite to ${team.name}`}
      onSubmit={() => add.mutate({ user: user.trim(), role: 'member' }, { onSuccess: () => setUser(clearSent(user)) })}
      error={formError(add.error, ['user'])}
      actions={null}
    >
      <div className={styles['add']}>
        <UserField value={user} error={add.error} onChange={change} />
        <Button type="submit" busy={add.isPending} disabled={user.trim() === ''}>
          {t`Invite`}
        </Button>
      </div>
    </Form>
  );
}

interface MemberItemProps {
  team: Team;
  member: Member;
  isMe: boolean;
}

function MemberItem({ team, member: { user, role, is_service_account: isProgram, is_provisioned: isProvisioned }, isMe }: MemberItemProps) {
  const add = useAddMember(team.id);
  const remove = useRemoveMember(team.id);
  const isAdmin = team.my_role === 'admin';
  const name = displayName(user);
  const setRole = (next: TeamRole) => add.mutate({ user: user.username, role: next }, { onError: showErrorToast });
  const inviteAgain = () => setRole(role);
  const removeMember = () =>
    void afterMutation(
      remove.mutateAsync(user.id),
      () => showToast({ text: t`Removed ${name} from ${team.name}.`, action: { label: t`Invite again`, run: inviteAgain } }),
      showErrorToast,
    );
  return (
    <li className={styles['member']}>
      <p className={styles['name']}>
        {name} <span className="muted">{isProgram ? t`service account` : isMe ? t`you` : user.name && user.username}</span>
      </p>
      {isAdmin && !isProgram ? (
        <Select label={t`Role of ${name}`} value={role} disabled={add.isPending} onChange={({ target }) => setRole(target.value as TeamRole)}>
          <option value="member">{t`Member`}</option>
          <option value="admin">{t`Admin`}</option>
        </Select>
      ) : (
        <span className="muted">{role === 'admin' ? t`Admin` : t`Member`}</span>
      )}
      {isAdmin && !isMe && !isProgram && !isProvisioned && <IconButton label={t`Remove ${name}`} icon={<UserMinus />} onClick={removeMember} />}
    </li>
  );
}

function InviteItem({ team, invite: { id, user, email, role } }: { team: Team; invite: Invite }) {
  const withdraw = useWithdrawInvitation(team.id);
  const name = user ? displayName(user) : (email ?? '');
  return (
    <li className={styles['member']}>
      <p className={styles['name']}>
        {name} <span className="muted">{role === 'admin' ? t`invited as an admin` : t`invited`}</span>
      </p>
      <IconButton label={t`Withdraw the invitation of ${name}`} icon={<UserMinus />} onClick={() => withdraw.mutate(id, { onError: showErrorToast })} />
    </li>
  );
}

type Confirmation = 'leave' | 'delete' | null;

interface TeamCardProps {
  team: Team;
  me: string;
  onRename: () => void;
  /** shown to admins, below the members */
  children?: ReactNode;
}

function ConfirmDialogs({ team, me, open, onClose }: { team: Team; me: string; open: Confirmation; onClose: () => void }) {
  const remove = useDeleteTeam(team.id);
  const leave = useRemoveMember(team.id);
  return (
    <>
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={onClose}
        title={t`Delete “${team.name}”?`}
        confirm={t`Delete team`}
        onConfirm={() => remove.mutate(undefined, { onError: showErrorToast })}
      >
        {t`All members lose access to everything shared with this team. This cannot be undone.`}
      </ConfirmDialog>
      <ConfirmDialog
        open={open === 'leave'}
        onOpenChange={onClose}
        title={t`Leave “${team.name}”?`}
        confirm={t`Leave team`}
        onConfirm={() => leave.mutate(me, { onError: showErrorToast })}
      >
        {t`You lose access to everything shared with this team until an admin invites you again.`}
      </ConfirmDialog>
    </>
  );
}

/** A team with its members. Admins can change it, every member can leave. */
export function TeamCard({ team, me, onRename, children }: TeamCardProps) {
  const [confirmation, setConfirmation] = useState<Confirmation>(null);
  const isAdmin = team.my_role === 'admin';
  const isProvisioned = team.members.some(({ user, is_provisioned }) => user.id === me && is_provisioned);
  return (
    <section className={styles['team']} aria-labelledby={`team-${team.id}`}>
      <header className={styles['head']}>
        <h2 id={`team-${team.id}`}>{team.name}</h2>
        <span className="muted">{plural(team.members.length, { one: '# member', other: '# members' })}</span>
        <span className={styles['space']} />
        {isAdmin && <IconButton label={t`Rename ${team.name}`} icon={<Pencil />} onClick={onRename} />}
        {isAdmin && <IconButton label={t`Delete ${team.name}`} icon={<Trash2 />} onClick={() => setConfirmation('delete')} />}
        {!isProvisioned && (
          <Button size="small" icon={<LogOut aria-hidden="true" />} aria-label={t`Leave ${team.name}`} onClick={() => setConfirmation('leave')}>
            {t`Leave`}
          </Button>
        )}
      </header>
      {team.is_provisioned && <p className="muted">{t`The directory of your organization adds and removes members.`}</p>}
      <ul aria-label={t`Members of ${team.name}`}>
        {team.members.map((member) => (
          <MemberItem key={member.user.id} team={team} member={member} isMe={member.user.id === me} />
        ))}
      </ul>
      {team.invitations.length > 0 && (
        <ul aria-label={t`Open invitations to ${team.name}`}>
          {team.invitations.map((invite) => (
            <InviteItem key={invite.id} team={team} invite={invite} />
          ))}
        </ul>
      )}
      {isAdmin && <AddMember team={team} />}
      {isAdmin && children}
      <ConfirmDialogs team={team} me={me} open={confirmation} onClose={() => setConfirmation(null)} />
    </section>
  );
}
