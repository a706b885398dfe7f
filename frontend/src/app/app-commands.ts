// The commands of the command palette: those of the open page, and those that can be run on every page.
import { t } from '@lingui/core/macro';

import { useOffers, type Command } from '@/lib/commands';
import { currentLanguage, LANGUAGES, setLanguage, type Language } from '@/lib/language';
import { useTheme } from '@/lib/theme';

import { SHELL_KEYS } from './shell-keys';

export interface AppActions {
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
export const useAllCommands = (actions: AppActions): Command[] => [...useCurrentCommands(), ...everywhereCommands(actions)];
