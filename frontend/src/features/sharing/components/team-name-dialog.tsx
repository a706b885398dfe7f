import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { EditDialog } from '@/components/ui/edit-dialog';
import { Field } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { fieldError, formError } from '@/lib/form-errors';

import { TEAMS, useCreateTeam, type Team } from '../api/teams';

const LABEL = 'Name of the team';
const MOST = 200;

export function NewTeamDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const create = useCreateTeam();
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="New team" description="Things can be shared with all of its members at once. Members see nothing of each other's own.">
      <DialogBody>
        <Form
          onSubmit={() => create.mutate(name, { onSuccess: onClose })}
          error={formError(create.error, ['name'])}
          actions={
            <DialogActions>
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" variant="primary" busy={create.isPending} disabled={name.trim() === ''}>
                Make the team
              </Button>
            </DialogActions>
          }
        >
          <Field label={LABEL} required maxLength={MOST} value={name} error={fieldError(create.error, 'name')} onChange={({ target }) => setName(target.value)} />
        </Form>
      </DialogBody>
    </Dialog>
  );
}

export function RenameTeamDialog({ team: { id, name, version }, onClose }: { team: Team; onClose: () => void }) {
  return (
    <EditDialog
      title={`Rename “${name}”`}
      confirm="Rename"
      path={`/api/v1/teams/${id}`}
      affected={[TEAMS]}
      version={version}
      fields={[{ name: 'name', label: LABEL, value: name, most: MOST }]}
      onClose={onClose}
    />
  );
}
