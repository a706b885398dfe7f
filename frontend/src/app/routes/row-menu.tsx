import { t } from '@lingui/core/macro';
import { Ellipsis } from 'lucide-react';
import { useState, type ComponentProps } from 'react';

import { IconButton } from '@/components/ui/icon-button';
import { Menu } from '@/components/ui/menu';

import { useRowMenuItems } from './list-parts';
import type { RowMenuItems } from './row-menu-items';

/** The menu of a document in a list. Its items are loaded when the pointer or the focus comes to a button. */
export function RowMenu(props: ComponentProps<typeof RowMenuItems>) {
  const [wanted, setWanted] = useState(false);
  const parts = useRowMenuItems(wanted);
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
