import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';


import { invitationsOptions } from '../api/teams';

/** The name of the teams page in menus, with the number of open invitations. */
export function TeamsLabel() {
  const { data: invitations = [] } = useQuery(invitationsOptions);
  return <>{t`Your teams`}{invitations.length > 0 && ` (${plural(invitations.length, { one: '# invitation', other: '# invitations' })})`}</>;
}
