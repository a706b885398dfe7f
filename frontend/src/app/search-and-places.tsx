import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

import { SearchDialog } from '@/features/search/components/search-dialog';
import type { Place, SearchTarget } from '@/features/search/model/choices';
import { sessionOptions } from '@/features/session/api/session';

import { useAllCommands, type AppActions } from './app-commands';

const PLACES: readonly Place[] = [
  { text: t`Documents`, to: '/' },
  { text: t`Corpora`, to: '/c' },
  { text: t({ message: 'To do', context: 'page' }), to: '/todo' },
  { text: t`Ask`, to: '/ask' },
  { text: t`Activity`, to: '/jobs' },
  { text: t`Bin`, to: '/bin' },
  { text: t`Account`, to: '/account' },
  { text: t`Teams`, to: '/teams' },
  { text: t`Storage`, to: '/usage' },
  { text: t`Help and API`, to: '/help' },
];
const STAFF_PLACES: readonly Place[] = [...PLACES, { text: t`Operations`, to: '/operations' }];

interface SearchAndPlacesProps extends AppActions {
  startsWithCommands: boolean;
  onClose: () => void;
}

/** The search from everywhere, the commands of the open page, and the places of the app that can be opened from there. */
export function SearchAndPlaces({ startsWithCommands, onClose, ...actions }: SearchAndPlacesProps) {
  const router = useRouter();
  const { data: user } = useQuery(sessionOptions);
  // A part of the page may be loaded, and offer its commands, after the palette has opened.
  const commands = useAllCommands(actions);
  const go = ({ to, params, search }: SearchTarget) => void router.navigate({ to, ...(params && { params }), search: search ?? {} } as unknown as Parameters<typeof router.navigate>[0]);
  return <SearchDialog places={user?.is_staff ? STAFF_PLACES : PLACES} {...{ commands, startsWithCommands, onClose }} onGo={go} />;
}
