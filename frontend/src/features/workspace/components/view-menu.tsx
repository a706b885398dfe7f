import { t } from '@lingui/core/macro';
import { Glasses } from 'lucide-react';
import { useState } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { Menu } from '@/components/ui/menu';
import { lazyPart } from '@/lib/lazy-part';

import type { ViewActions } from '../view-commands';

const useParts = lazyPart(() => import('./view-menu-items'));

/** The menu of how the pages are shown. Its items are loaded when the pointer or the focus comes to the button. */
export function ViewMenu({ view }: { view: ViewActions }) {
  const [wanted, setWanted] = useState(false);
  const parts = useParts(wanted);
  return (
    <Menu trigger={<IconButton label={t`View`} icon={<Glasses />} />} ready={parts !== undefined} onWanted={() => setWanted(true)}>
      {parts && <parts.ViewMenuItems view={view} />}
    </Menu>
  );
}
