import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';

import { SearchDialog } from '@/features/search/components/search-dialog';
import type { Place, SearchTarget } from '@/features/search/model/choices';
import { sessionOptions } from '@/features/session/api/session';
import { useOffers, type Command } from '@/lib/commands';
import { currentLanguage, LANGUAGES, setLanguage, type Language } from '@/lib/language';
import { useTheme } from '@/lib/theme';

import { SHELL_KEYS } from './shell-keys';

// The commands of the command palette: those of the open page, and those that can be run on every page.

interface AppActions {
  onShowShortcuts: () => void;
  onSignOut: () => void;
}

function themeCommands(): Command[] {
  const { theme, contrast, setTheme, setContrast } = useTheme.getState();
  const themes = [
    { name: 'theme.light', text: t`Light theme`, value: 'light' },
    { name: 'theme.dark', text: t`Dark theme`, value: 'dark' },
    { name: 'theme.system', text: t`Same theme as the system`, value: 'system' },
  ] as const;
  const isHigh = contrast === 'more';
  return [
    ...themes.filter(({ value }) => value !== theme).map(({ value, ...command }) => ({ ...command, run: () => setTheme(value) })),
    { name: 'theme.contrast', text: isHigh ? t`Same contrast as the system` : t`High contrast`, run: () => setContrast(isHigh ? 'system' : 'more') },
  ];
}

function languageCommands(): Command[] {
  const languages = Object.entries(LANGUAGES).filter(([code]) => code !== currentLanguage());
  return languages.map(([code, name]) => ({ name: `language.${code}`, text: t`Language: ${name}`, run: () => setLanguage(code as Language) }));
}

/** Return the commands that components offer now; those of the innermost screen first. */
function useCurrentCommands(): Command[] {
  const commands = useOffers(({ offers }) => offers).toReversed().flatMap(({ current }) => current());
  return [...new Map(commands.map((command) => [command.name, command])).values()];
}

const everywhereCommands = ({ onShowShortcuts, onSignOut }: AppActions): Command[] => [
  ...themeCommands(),
  ...languageCommands(),
  { ...SHELL_KEYS.help, text: t`Keyboard shortcuts`, run: onShowShortcuts },
  { name: 'sign-out', text: t`Sign out`, run: onSignOut },
];

/** Return the commands that can be run now. */
const useAllCommands = (actions: AppActions): Command[] => [...useCurrentCommands(), ...everywhereCommands(actions)];

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
