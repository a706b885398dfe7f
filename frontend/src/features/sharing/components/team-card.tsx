import { LogOut, Pencil, Trash2, UserMinus } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { Select } from '@/components/ui/select';
import { whenChanged } from '@/lib/changes';
import { count } from '@/lib/format';
import { personName } from '@/lib/people';
import { complain, showToast } from '@/lib/toasts';

import { useAddMember, useDeleteTeam, useRemoveMember, type Member, type Team, type TeamRole } from '../api/teams';
import { AddMember } from './add-member';
import styles from './teams.module.css';

interface MemberItemProps {
  team: Team;
  member: Member;
  isMe: boolean;
}

function MemberItem({ team, member: { person, role }, isMe }: MemberItemProps) {
  const add = useAddMember(team.id);
  const remove = useRemoveMember(team.id);
  const isAdmin = team.my_role === 'admin';
  const who = personName(person);
  const put = (next: TeamRole) => add.mutate({ person: person.username, role: next }, { onError: complain });
  const back = () => add.mutate({ person: person.username, role }, { onError: complain });
  const takeOut = () =>
    void whenChanged(
      remove.mutateAsync(person.id),
      () => showToast({ text: `${who} is not in ${team.name} any more.`, action: { label: 'Undo', run: back } }),
      complain,
    );
  return (
    <li className={styles['member']}>
      <p className={styles['name']}>
        {who} <span className="muted">{isMe ? 'you' : person.name && person.username}</span>
      </p>
      {isAdmin ? (
        <Select label={`What ${who} is`} value={role} disabled={add.isPending} onChange={({ target }) => put(target.value as TeamRole)}>
          <option value="member">Member</option>
          <option value="admin">Admin</option>
        </Select>
      ) : (
        <span className="muted">{role === 'admin' ? 'Admin' : 'Member'}</span>
      )}
      {isAdmin && !isMe && <IconButton label={`Take ${who} out`} icon={<UserMinus />} onClick={takeOut} />}
    </li>
  );
}

type Question = 'leave' | 'delete' | null;

interface TeamCardProps {
  team: Team;
  me: string;
  onRename: () => void;
}

function Questions({ team, me, question, onClose }: { team: Team; me: string; question: Question; onClose: () => void }) {
  const remove = useDeleteTeam(team.id);
  const leave = useRemoveMember(team.id);
  return (
    <>
      <ConfirmDialog
        open={question === 'delete'}
        onOpenChange={onClose}
        title={`Delete “${team.name}”?`}
        confirm="Delete the team"
        onConfirm={() => remove.mutate(undefined, { onError: complain })}
      >
        What was shared with this team is not shared with {count(team.members.length, 'member')} any more. This cannot be undone.
      </ConfirmDialog>
      <ConfirmDialog
        open={question === 'leave'}
        onOpenChange={onClose}
        title={`Leave “${team.name}”?`}
        keep="Stay"
        confirm="Leave the team"
        onConfirm={() => leave.mutate(me, { onError: complain })}
      >
        You lose sight of what is shared with this team, until one of its admins takes you in again.
      </ConfirmDialog>
    </>
  );
}

/** A team with its members; its admins change it, everybody may leave. */
export function TeamCard({ team, me, onRename }: TeamCardProps) {
  const [question, setQuestion] = useState<Question>(null);
  const isAdmin = team.my_role === 'admin';
  return (
    <section className={styles['team']} aria-labelledby={`team-${team.id}`}>
      <header className={styles['head']}>
        <h2 id={`team-${team.id}`}>{team.name}</h2>
        <span className="muted">{count(team.members.length, 'member')}</span>
        <span className={styles['space']} />
        {isAdmin && <IconButton label={`Rename ${team.name}`} icon={<Pencil />} onClick={onRename} />}
        {isAdmin && <IconButton label={`Delete ${team.name}`} icon={<Trash2 />} onClick={() => setQuestion('delete')} />}
        <Button size="small" icon={<LogOut aria-hidden="true" />} aria-label={`Leave ${team.name}`} onClick={() => setQuestion('leave')}>
          Leave
        </Button>
      </header>
      <ul aria-label={`Members of ${team.name}`}>
        {team.members.map((member) => (
          <MemberItem key={member.person.id} team={team} member={member} isMe={member.person.id === me} />
        ))}
      </ul>
      {isAdmin && <AddMember team={team} />}
      <Questions team={team} me={me} question={question} onClose={() => setQuestion(null)} />
    </section>
  );
}
