import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { fieldError, formError } from '@/lib/form-errors';

import { useAddMember, type Team } from '../api/teams';
import styles from './teams.module.css';

export function AddMember({ team }: { team: Team }) {
  const [person, setPerson] = useState('');
  const add = useAddMember(team.id);
  return (
    <Form
      label={`Take somebody into ${team.name}`}
      onSubmit={() => add.mutate({ person: person.trim(), role: 'member' }, { onSuccess: () => setPerson('') })}
      error={formError(add.error, ['person'])}
      actions={null}
    >
      <div className={styles['add']}>
        <Field
          label="User name or e-mail"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={person}
          error={fieldError(add.error, 'person')}
          onChange={({ target }) => {
            setPerson(target.value);
            add.reset();
          }}
        />
        <Button type="submit" busy={add.isPending} disabled={person.trim() === ''}>
          Add
        </Button>
      </div>
    </Form>
  );
}
