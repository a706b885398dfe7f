import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { Dialog, DialogActions, DialogBody } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Form } from '@/components/ui/form';
import { fieldError, formError } from '@/lib/form-errors';

import { useCreateTeam, useRenameTeam, type Team } from '../api/teams';

interface NameFormProps {
  before: string;
  confirm: string;
  change: ReturnType<typeof useCreateTeam>;
  onClose: () => void;
}

function NameForm({ before, confirm, change, onClose }: NameFormProps) {
  const [name, setName] = useState(before);
  return (
    <DialogBody>
      <Form
        onSubmit={() => change.mutate(name, { onSuccess: onClose })}
        error={formError(change.error, ['name'])}
        actions={
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={change.isPending} disabled={name.trim() === ''}>
              {confirm}
            </Button>
          </DialogActions>
        }
      >
        <Field label="Name of the team" required maxLength={200} value={name} error={fieldError(change.error, 'name')} onChange={({ target }) => setName(target.value)} />
      </Form>
    </DialogBody>
  );
}

export function NewTeamDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="New team" description="Things can be shared with all of its members at once. Members see nothing of each other's own.">
      <NameForm before="" confirm="Make the team" change={useCreateTeam()} onClose={onClose} />
    </Dialog>
  );
}

export function RenameTeamDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={`Rename “${team.name}”`}>
      <NameForm before={team.name} confirm="Rename" change={useRenameTeam(team.id)} onClose={onClose} />
    </Dialog>
  );
}
