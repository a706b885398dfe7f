import { t } from '@lingui/core/macro';

import { EditDialog } from '@/components/ui/edit-dialog';
import { NameDialog } from '@/components/ui/name-dialog';

import { TEAMS, useCreateTeam, type Team } from '../api/teams';

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
      affected={[TEAMS]}
      version={version}
      draft={`team:${id}`}
      fields={[{ name: 'name', label: LABEL, value: name, maxLength: MAX_LENGTH }]}
      onClose={onClose}
    />
  );
}
