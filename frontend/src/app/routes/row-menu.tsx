import { t } from '@lingui/core/macro';
import { Ellipsis } from 'lucide-react';
import { useState, type ComponentProps } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { Menu } from '@/components/ui/menu';
import { lazyPart } from '@/lib/lazy-part';

import type { RowMenuItems } from './row-menu-items';

const useParts = lazyPart(() => import('./row-menu-items'));

/** The menu of a document in a list. Its items are loaded when the pointer or the focus comes to a button. */
export function RowMenu(props: ComponentProps<typeof RowMenuItems>) {
  const [wanted, setWanted] = useState(false);
  const parts = useParts(wanted);
  return (
    <Menu
      trigger={<IconButton label={t`More for ${props.document.title}`} tooltip={false} tabIndex={-1} icon={<Ellipsis />} />}
      ready={parts !== undefined}
      onWanted={() => setWanted(true)}
    >
      {parts && <parts.RowMenuItems {...props} />}
    </Menu>
  );
}
