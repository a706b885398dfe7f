import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/button';
import { Form, HelpText, Labelled } from '@/components/ui/form';
import { Select } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/skeleton';
import { clearSent } from '@/lib/clear-sent';
import { formError } from '@/lib/form-errors';

import type { Subject } from '../api/access';
import { useCreateShare } from '../api/shares';
import { teamsOptions } from '../api/teams';
import type { Role } from '../model/roles';
import { RoleMenu } from './role-menu';
import styles from './sharing.module.css';
import { UserField } from './user-field';

interface ShareFormProps {
  subject: Subject;
  /** shows what was done; an empty text when that is past */
  onMessage: (text: string) => void;
}

interface ControlsProps {
  role: Role;
  onRole: (role: Role) => void;
  busy: boolean;
  ready: boolean;
  children: ReactNode;
}

function Controls({ role, onRole, busy, ready, children }: ControlsProps) {
  return (
    <div className={styles['form']}>
      {children}
      <RoleMenu label={t`Role`} role={role} onChange={onRole} />
      <Button type="submit" variant="primary" busy={busy} disabled={!ready}>
        {t`Share`}
      </Button>
    </div>
  );
}

export function ShareWithUser({ subject, onMessage }: ShareFormProps) {
  const [user, setUser] = useState('');
  const [role, setRole] = useState<Role>('VIEWER');
  const field = useRef<HTMLInputElement>(null);
  const create = useCreateShare(subject);
  const done = () => {
    onMessage(t`Shared with ${user.trim()}.`);
    setUser(clearSent(user));
    // The user may be elsewhere by now, such as in a menu, which would close.
    const { activeElement, body } = document;
    if (activeElement === body || field.current?.form?.contains(activeElement)) field.current?.focus();
  };
  const change = (value: string) => {
    setUser(value);
    create.reset();
    onMessage('');
  };
  return (
    <Form
      label={t`Share with a user`}
      onSubmit={() => create.mutate({ role, user: user.trim() }, { onSuccess: done, onError: () => onMessage('') })}
      error={formError(create.error, ['user'])}
      actions={null}
    >
      <Controls role={role} onRole={setRole} busy={create.isPending} ready={user.trim() !== ''}>
        <UserField ref={field} value={user} error={create.error} onChange={change} />
      </Controls>
    </Form>
  );
}

export function ShareWithTeam({ subject, onMessage }: ShareFormProps) {
  const teams = useQuery(teamsOptions);
  const [picked, setPicked] = useState('');
  const [role, setRole] = useState<Role>('VIEWER');
  const create = useCreateShare(subject);
  if (teams.isPending) return <Skeleton height={56} />;
  if (teams.isError) return <HelpText>{t`Your teams could not be loaded. Try again in a moment.`}</HelpText>;
  if (teams.data.length === 0) return <HelpText>{t`You have no teams yet. Create one under “Your teams” in the account menu.`}</HelpText>;
  const team = teams.data.find(({ id }) => id === picked) ?? teams.data[0];
  if (!team) return null;
  return (
    <Form
      label={t`Share with a team`}
      onSubmit={() => create.mutate({ role, team: team.id }, { onSuccess: () => onMessage(t`Shared with ${team.name}.`), onError: () => onMessage('') })}
      error={formError(create.error, [])}
      actions={null}
    >
      <Controls role={role} onRole={setRole} busy={create.isPending} ready>
        <Labelled label={t`Team`}>
          <Select label={t`Team`} value={team.id} onChange={({ target }) => setPicked(target.value)}>
            {teams.data.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Labelled>
      </Controls>
    </Form>
  );
}
