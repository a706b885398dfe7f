import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Form, Hint, Labelled } from '@/components/ui/form';
import { Select } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import { fieldError, formError } from '@/lib/form-errors';

import type { Subject } from '../api/access';
import { useCreateShare } from '../api/change-share';
import { teamsOptions } from '../api/teams';
import type { Role } from '../model/roles';
import { RoleMenu } from './role-menu';
import styles from './sharing.module.css';

interface InviteProps {
  subject: Subject;
  onSaid: (said: string) => void;
}

interface LineProps {
  role: Role;
  onRole: (role: Role) => void;
  busy: boolean;
  ready: boolean;
  children: ReactNode;
}

function Line({ role, onRole, busy, ready, children }: LineProps) {
  return (
    <div className={styles['invite']}>
      {children}
      <RoleMenu label="Role" role={role} onChange={onRole} />
      <Button type="submit" variant="primary" busy={busy} disabled={!ready}>
        Share
      </Button>
    </div>
  );
}

/** People are found by what is known of them exactly; there is no list of everybody. */
export function InvitePerson({ subject, onSaid }: InviteProps) {
  const [person, setPerson] = useState('');
  const [role, setRole] = useState<Role>('VIEWER');
  const field = useRef<HTMLInputElement>(null);
  const create = useCreateShare(subject);
  const done = () => {
    onSaid(`Shared with ${person.trim()}.`);
    setPerson('');
    field.current?.focus();
  };
  return (
    <Form
      label="Share with a person"
      onSubmit={() => create.mutate({ role, person: person.trim() }, { onSuccess: done })}
      error={formError(create.error, ['person'])}
      actions={null}
    >
      <Line role={role} onRole={setRole} busy={create.isPending} ready={person.trim() !== ''}>
        <Field
          ref={field}
          label="User name or e-mail"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={person}
          error={fieldError(create.error, 'person')}
          onChange={({ target }) => {
            setPerson(target.value);
            create.reset();
          }}
        />
      </Line>
    </Form>
  );
}

export function InviteTeam({ subject, onSaid }: InviteProps) {
  const teams = useQuery(teamsOptions);
  const [picked, setPicked] = useState('');
  const [role, setRole] = useState<Role>('VIEWER');
  const create = useCreateShare(subject);
  if (teams.isPending) return <Skeleton height={56} />;
  if (teams.isError) return <Hint>Your teams could not be loaded. Try again in a moment.</Hint>;
  if (teams.data.length === 0) return <Hint>You are in no team. Make one under “Your teams” in the menu of your account.</Hint>;
  const team = teams.data.find(({ id }) => id === picked) ?? teams.data[0];
  if (!team) return null;
  return (
    <Form
      label="Share with a team"
      onSubmit={() => create.mutate({ role, team: team.id }, { onSuccess: () => onSaid(`Shared with ${team.name}.`) })}
      error={formError(create.error, [])}
      actions={null}
    >
      <Line role={role} onRole={setRole} busy={create.isPending} ready>
        <Labelled label="Team">
          <Select label="Team" value={team.id} onChange={({ target }) => setPicked(target.value)}>
            {teams.data.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Labelled>
      </Line>
    </Form>
  );
}
