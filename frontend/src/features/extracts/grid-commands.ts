// The keys of the table of an extraction, for the help, the command palette and the choice of keys.
import { t } from '@lingui/core/macro';
import type { KeyboardEvent } from 'react';

import { isPressed, type Shortcut } from '@/lib/keymap';
import type { ShortcutGroup } from '@/lib/shortcuts';

import type { Review } from './use-review';

interface GridActions {
  review: Pick<Review, 'decide' | 'goOn'>;
  onSource: (show: (shown: boolean) => boolean) => void;
  onEdit: () => void;
  onPick: () => void;
  onRerun: () => void;
}

interface GridCommand extends Shortcut {
  name: string;
  action: string;
  run: (actions: GridActions) => void;
}

export const GRID_COMMANDS: readonly GridCommand[] = [
  { name: 'grid.source', keys: 'Space', action: t`Show or hide the source`, run: ({ onSource }) => onSource((shown) => !shown) },
  { name: 'grid.approve', keys: 'a', also: ['y'], action: t`Approve and go to the next`, run: ({ review }) => review.decide('approved') },
  { name: 'grid.reject', keys: 'r', action: t`Reject and go to the next`, run: ({ review }) => review.decide('rejected') },
  { name: 'grid.unreview', keys: 'u', action: t`Take the review back`, run: ({ review }) => review.decide('unreviewed') },
  { name: 'grid.next', keys: 'n', action: t`Go to the next cell to review`, run: ({ review }) => review.goOn() },
  { name: 'grid.edit', keys: 'Enter', also: ['e'], fixed: true, action: t`Edit the value`, run: ({ onEdit }) => onEdit() },
  { name: 'grid.pick', keys: 's', action: t`Pick the source in the document`, run: ({ onPick }) => onPick() },
  { name: 'grid.rerun', keys: 'Shift r', action: t`Read the cell again`, run: ({ onRerun }) => onRerun() },
];

export const GRID_SHORTCUTS: ShortcutGroup = {
  title: t`In the table of an extraction`,
  keys: [{ keys: '← ↑ → ↓', action: t`Move between cells` }, ...GRID_COMMANDS],
};

/** Return the handler of the keys that do not move. */
export const gridKeyHandler = (actions: GridActions) => (event: KeyboardEvent) => {
  const command = GRID_COMMANDS.find((each) => isPressed(event, each));
  if (command) command.run(actions);
  else if (event.key === 'Escape') actions.onSource(() => false);
  else return;
  event.preventDefault();
};
