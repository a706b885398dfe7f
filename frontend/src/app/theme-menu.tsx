import { t } from '@lingui/core/macro';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { Menu } from '@/components/ui/menu';
import { lazyPart } from '@/lib/lazy-part';
import { useTheme } from '@/lib/theme';

const ICONS = { light: <Sun />, dark: <Moon />, system: <Monitor /> };

const useItems = lazyPart(() => import('./theme-menu-items'));

/** The menu of the theme, its contrast and the language. */
export function ThemeMenu() {
  const [wanted, setWanted] = useState(false);
  const items = useItems(wanted);
  const theme = useTheme((state) => state.theme);
  return (
    <Menu trigger={<IconButton label={t`Theme and language`} tooltip={false} icon={ICONS[theme]} />} ready={items !== undefined} onWanted={() => setWanted(true)}>
      {items && <items.ThemeMenuItems />}
    </Menu>
  );
}
