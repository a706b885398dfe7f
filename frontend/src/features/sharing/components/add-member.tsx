import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Form } from '@/components/ui/form';
import { clearSent } from '@/lib/clear-sent';
import { formError } from '@/lib/form-errors';

import { useAddMember, type Team } from '../api/teams';
import styles from './teams.module.css';
import { UserField } from './user-field';

export function AddMember({ team }: { team: Team }) {
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
