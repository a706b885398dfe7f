// The language of the page. It is set once, before any other module is evaluated, so that texts at the top of a module are translated,
// too; another choice reloads the page.
import { i18n, type Messages } from '@lingui/core';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;
/** English with accents, to find texts that are not translated; for developers: `localStorage['cartulary.language'] = 'pseudo'`. Not in the build of a release. */
type Pseudo = 'pseudo' | 'pseudo-rtl';

const KEY = 'cartulary.language';
const isLanguage = (value: unknown): value is Language => typeof value === 'string' && Object.hasOwn(LANGUAGES, value);
const isPseudo = (value: string | null): value is Pseudo => import.meta.env.MODE !== 'production' && (value === 'pseudo' || value === 'pseudo-rtl');

/** Return the language of the user's account, from the session that the server has embedded in the page. */
function accountLanguage(): unknown {
  const session = document.getElementById('session')?.textContent;
  return session ? (JSON.parse(session) as { user: { language: string } | null }).user?.language : undefined;
}

/** Return the language that was chosen in this browser, or that of the account, or the first one of the browser's own that there is. */
function chosenLanguage(): Language | Pseudo {
  const stored = localStorage.getItem(KEY);
  if (isLanguage(stored) || isPseudo(stored)) return stored;
  const account = accountLanguage();
  return isLanguage(account) ? account : (navigator.languages.map((tag) => tag.split('-')[0]).find(isLanguage) ?? 'en');
}

/** Return the language of the page. */
export const currentLanguage = (): Language => (isLanguage(i18n.locale) ? i18n.locale : 'en');

/** Show the pages in a language, in this browser; null: as the account or the browser has it. */
export function setLanguage(language: Language | null): void {
  if (language) localStorage.setItem(KEY, language);
  else localStorage.removeItem(KEY);
  location.reload();
}

/** Return the messages of a language; English ones are in the code. */
async function messagesOf(language: Language | Pseudo): Promise<Messages> {
  if (language === 'de') return (await import('@/locales/de.po')).messages;
  if (import.meta.env.MODE !== 'production' && isPseudo(language)) return (await import('@/locales/pseudo')).messages; // the build leaves out what never runs
  return {};
}

/** Return the direction in which the language of the page is written. */
export const direction = (): 'ltr' | 'rtl' => (document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr');

/** Load the language of the page. Without a connection the page is in English. */
export async function loadLanguage(): Promise<void> {
  const chosen = chosenLanguage();
  // The build has compiled all messages with arguments (`vite/messages.ts`); the others are texts.
  i18n.setMessagesCompiler((message) => [message]);
  const messages = await messagesOf(chosen).catch(() => null);
  const language = messages && !isPseudo(chosen) ? chosen : 'en';
  i18n.loadAndActivate({ locale: language, messages: messages ?? {} });
  document.documentElement.lang = language;
  document.documentElement.dir = chosen === 'pseudo-rtl' ? 'rtl' : 'ltr';
}
