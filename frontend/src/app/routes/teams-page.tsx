import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus, Users } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/error-notice';
import { Notice } from '@/components/ui/notice';
import { PageFrame } from '@/components/ui/page-frame';
import { SkeletonRows } from '@/components/ui/skeleton';
import { ServiceAccounts } from '@/features/account/components/service-accounts';
import { sessionOptions } from '@/features/session/api/session';
import { invitationsOptions, teamsOptions, type Team, type TeamInvitation } from '@/features/sharing/api/teams';
import { InvitationCard } from '@/features/sharing/components/invitation-card';
import { TeamCard } from '@/features/sharing/components/team-card';
import { NewTeamDialog, RenameTeamDialog } from '@/features/sharing/components/team-name-dialog';
import styles from '@/features/sharing/components/teams.module.css';
import { useTitle } from '@/lib/title';

type OpenDialog = 'new' | Team | null;

/** Open invitations, then teams. */
function TeamList({ teams, invitations, onRename }: { teams: readonly Team[]; invitations: readonly TeamInvitation[]; onRename: (team: Team) => void }) {
  const { data: user } = useQuery(sessionOptions);
  return (
    <div className={styles['teams']} tabIndex={0} role="region" aria-label={t`Teams`}>
      {invitations.map((invitation) => (
        <InvitationCard key={invitation.id} invitation={invitation} />
      ))}
      {teams.map((team) => (
        <TeamCard key={team.id} team={team} me={user?.id ?? ''} onRename={() => onRename(team)}>
          <ServiceAccounts team={team} />
        </TeamCard>
      ))}
    </div>
  );
}

export function TeamsPage() {
  useTitle(t`Your teams`);
  const teams = useQuery(teamsOptions);
  const { data: invitations = [] } = useQuery(invitationsOptions);
  const count = teams.data && teams.data.length + invitations.length;
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const create = (
    <Button icon={<Plus aria-hidden="true" />} onClick={() => setDialog('new')}>
      {t`New team`}
    </Button>
  );
  return (
    <PageFrame title={t`Your teams`} about={t`Share with a group at once`} actions={Boolean(count) && create}>
      {teams.isPending && <SkeletonRows label={t`Loading your teams`} />}
      {teams.isError && <ErrorNotice title={t`Your teams could not be loaded`} error={teams.error} onRetry={() => void teams.refetch()} />}
      {count === 0 && (
        <Notice icon={<Users />} title={t`No teams yet`} action={create}>
          {t`Create a team and invite your colleagues. Members don’t see each other’s documents unless shared.`}
        </Notice>
      )}
      {teams.data && Boolean(count) && <TeamList teams={teams.data} invitations={invitations} onRename={setDialog} />}
      {dialog === 'new' && <NewTeamDialog onClose={close} />}
      {dialog !== null && dialog !== 'new' && <RenameTeamDialog team={dialog} onClose={close} />}
    </PageFrame>
  );
}
