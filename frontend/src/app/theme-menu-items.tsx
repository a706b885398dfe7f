import { t } from '@lingui/core/macro';
import { Monitor, Moon, Sun } from 'lucide-react';

import { MenuChoice, MenuNote, MenuSeparator } from '@/components/ui/menu';
import { currentLanguage, LANGUAGES, setLanguage, type Language } from '@/lib/language';
import { useTheme } from '@/lib/theme';

const LANGUAGE_CHOICES = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));

const THEMES = [
  { value: 'light', label: t`Light`, icon: <Sun /> },
  { value: 'dark', label: t`Dark`, icon: <Moon /> },
  { value: 'system', label: t`Same as system`, icon: <Monitor /> },
] as const;

const CONTRASTS = [
  { value: 'system', label: t`Same as system` },
  { value: 'more', label: t`High` },
] as const;

/** The theme, its contrast and the language. */
export function ThemeMenuItems() {
  const { theme, setTheme, contrast, setContrast } = useTheme();
  return (
    <>
      <MenuNote>{t`Theme`}</MenuNote>
      <MenuChoice value={theme} onChange={setTheme} choices={THEMES} />
      <MenuSeparator />
      <MenuNote>{t`Contrast`}</MenuNote>
      <MenuChoice value={contrast} onChange={setContrast} choices={CONTRASTS} />
      <MenuSeparator />
      <MenuNote>{t`Language`}</MenuNote>
      <MenuChoice value={currentLanguage()} onChange={(language) => setLanguage(language as Language)} choices={LANGUAGE_CHOICES} />
    </>
  );
}
