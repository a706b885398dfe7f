import { Monitor, Moon, Sun } from 'lucide-react';

import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuChoice } from '@/components/ui/menu';
import { useTheme } from '@/lib/theme';

const THEMES = [
  { value: 'light', label: 'Light', icon: <Sun /> },
  { value: 'dark', label: 'Dark', icon: <Moon /> },
  { value: 'system', label: 'Same as system', icon: <Monitor /> },
] as const;

export function ThemeMenu() {
  const { theme, setTheme } = useTheme();
  const current = THEMES.find(({ value }) => value === theme) ?? THEMES[2];
  return (
    <Menu trigger={<IconButton label={`Theme: ${current.label}`} tooltip={false} icon={current.icon} />}>
      <MenuChoice value={theme} onChange={setTheme} choices={THEMES} />
    </Menu>
  );
}
