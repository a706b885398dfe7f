import { useQuery } from '@tanstack/react-query';

import { count } from '@/lib/format';

import { invitationsOptions } from '../api/teams';

/** The name of the teams page in menus, with the number of open invitations. */
export function TeamsLabel() {
  const { data: invitations = [] } = useQuery(invitationsOptions);
  return <>Your teams{invitations.length > 0 && ` (${count(invitations.length, 'invitation')})`}</>;
}
