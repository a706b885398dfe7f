import { t } from '@lingui/core/macro';
import { Highlighter, MoreVertical, Pin, PinOff, RotateCcw } from 'lucide-react';

import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuNote } from '@/components/ui/menu';

import type { Column } from '../model/cell';

interface ColumnMenuProps {
  column: Column;
  isFrozen: boolean;
  mayEdit: boolean;
  onFreeze: (on: boolean) => void;
  onRerun: () => void;
  /** absent if the user may not annotate */
  onSuggest: (() => void) | undefined;
}

export function ColumnMenu({ column, isFrozen, mayEdit, onFreeze, onRerun, onSuggest }: ColumnMenuProps) {
  return (
    <Menu trigger={<IconButton label={t`Options of ${column.name}`} tooltip={false} icon={<MoreVertical />} />}>
      <MenuNote>{column.question}</MenuNote>
      <MenuItem icon={isFrozen ? <PinOff /> : <Pin />} onSelect={() => onFreeze(!isFrozen)}>
        {isFrozen ? t`Unfreeze from here` : t`Freeze up to here`}
      </MenuItem>
      {mayEdit && (
        <MenuItem icon={<RotateCcw />} onSelect={onRerun}>
          {t`Read again where it is not reviewed`}
        </MenuItem>
      )}
      {onSuggest && (
        <MenuItem icon={<Highlighter />} onSelect={onSuggest}>
          {t`Suggest as annotations`}
        </MenuItem>
      )}
    </Menu>
  );
}
